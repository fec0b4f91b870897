import { useHashPath } from '../lib/use-hash-path.ts'
import { FileView } from './file-view.tsx'
import { FilesHome } from './files-home.tsx'
import { readSpan } from './lines.ts'
import './files.css'

/** Files: add, search, view, pin, delete. */
export function FilesScreen() {
  const [, id = '', kind, lines] = useHashPath()
  if (id === '') return <FilesHome />
  return (
    <FileView key={`${id} ${lines}`} id={id} marked={kind === 'lines' ? readSpan(lines) : null} />
  )
}
