import { useEffect, useRef, useState } from 'react'
import { Field } from '../parts/field.tsx'
import { chats as strings } from '../strings/chats.ts'

/** Debounce: no search for every letter typed. */
const DEBOUNCE_MS = 250

/** The search input; `/` focuses it. */
export function SearchField({
  query,
  onSearch,
}: {
  query: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(query)
  const form = useRef<HTMLFormElement>(null)
  const isCleared = query === ''
  useEffect(() => {
    if (isCleared) setText('')
  }, [isCleared])
  useEffect(() => {
    if (text.trim() === query || (text.trim() === '' && query === '')) return
    const timer = setTimeout(() => onSearch(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, query, onSearch])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      form.current?.querySelector('input')?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <search className="chats-search">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text.trim())
        }}
      >
        <Field
          label={strings.search.label}
          isLabelHidden
          type="search"
          placeholder={strings.search.placeholder}
          maxLength={1_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  )
}
