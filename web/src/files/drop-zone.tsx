import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { files as strings } from '../strings/files.ts'

type Add = (files: readonly File[]) => void

/** A button that opens the browser's file picker. */
export function AddButton({ onAdd }: { onAdd: Add }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(event.target.files ?? [])])
    // Reset, so that choosing the same file again fires an event.
    event.target.value = ''
  }
  return (
    <>
      <input ref={input} type="file" multiple hidden onChange={choose} />
      <Button kind="main" onClick={() => input.current?.click()}>
        {strings.add}
      </Button>
    </>
  )
}

/** Accepts files dropped anywhere on the page, with an overlay while they are dragged. */
export function DropZone({ owner, onAdd }: { owner: string; onAdd: Add }) {
  const [isOver, setOver] = useState(false)
  const [hadFolders, setHadFolders] = useState(false)
  const add = useRef(onAdd)
  useEffect(() => {
    add.current = onAdd
  })
  useEffect(() => {
    // dragenter and dragleave also fire for children: count them.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth += 1
      setOver(true)
    }
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const leave = () => {
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      const { files, folders } = readDropped(event)
      setHadFolders(folders > 0)
      if (files.length > 0) add.current(files)
    }
    const listeners = { dragenter: enter, dragover: over, dragleave: leave, drop } as const
    const entries = Object.entries(listeners) as [keyof typeof listeners, (e: DragEvent) => void][]
    for (const [name, listen] of entries) window.addEventListener(name, listen)
    return () => {
      for (const [name, listen] of entries) window.removeEventListener(name, listen)
    }
  }, [])
  return (
    <>
      <p className="quiet small">
        {strings.drop}: {strings.kinds}
      </p>
      {isOver && (
        <div className="files-drop" role="status">
          {strings.dropHere(owner)}
        </div>
      )}
      {hadFolders && (
        <Notice tone="warn" title={strings.folders}>
          <code>{strings.foldersCommand}</code>
        </Notice>
      )}
    </>
  )
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** A folder arrives as a file that cannot be read. */
function readDropped({ dataTransfer }: DragEvent): { files: File[]; folders: number } {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  const files = items.flatMap((item) =>
    item.webkitGetAsEntry()?.isDirectory === true ? [] : (item.getAsFile() ?? []),
  )
  return { files, folders: items.length - files.length }
}
