import { UserText } from './user-text.tsx'

const BULLET = /^- /

/** A summary: bullets as a list; other text, entered by a person, as it is. */
export function SummaryText({ text }: { text: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!lines.every((line) => BULLET.test(line))) return <UserText text={text} />
  return (
    <ul className="summary-lines">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one summary never change places
        <li key={i}>
          <UserText inline text={line.replace(BULLET, '')} />
        </li>
      ))}
    </ul>
  )
}
