import { useMemo } from 'react'
import { UserText } from '../parts/user-text.tsx'
import { settings as strings } from '../strings/settings.ts'
import { type DiffLine, diffTexts } from './diff.ts'

const SIGNS = { same: ' ', removed: '−', added: '+' } as const

/** A diff of two texts, marked by sign and text as well as by colour. */
export function DiffView({
  label,
  before,
  after,
}: {
  label: string
  before: string
  after: string
}) {
  const lines = useMemo(() => diffTexts(before, after), [before, after])
  if (lines.every(({ kind }) => kind === 'same')) {
    return <p className="quiet">{strings.prompts.same}</p>
  }
  return (
    <ol className="settings-diff" aria-label={label}>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of two texts that do not change
        <Line key={i} line={line} />
      ))}
    </ol>
  )
}

function Line({ line: { kind, parts } }: { line: DiffLine }) {
  return (
    <li className={`settings-${kind}`}>
      <span className="settings-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span>
        {kind !== 'same' && <span className="hidden-text">{strings.prompts[kind]}: </span>}
        {parts.map((part, i) => {
          const Tag = part.kind === 'same' ? 'span' : 'em'
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line do not change places
            <Tag key={i}>
              <UserText inline text={part.text} />
            </Tag>
          )
        })}
      </span>
    </li>
  )
}
