import type { Why } from '../../../src/api/wire/why-wire.ts'
import { UserText } from '../parts/user-text.tsx'
import { why } from '../strings/why.ts'

const strings = why.prompt

/** The exact prompt. */
export function PromptView({ why: { prompt, model } }: { why: Why }) {
  return (
    <details className="card why-items">
      <summary>
        <h2>{strings.title}</h2>
      </summary>
      {prompt === null ? (
        <p className="quiet">{model === null ? strings.never : strings.gone}</p>
      ) : (
        <ol className="stack">
          {[
            { role: strings.system, content: prompt.system, attachments: [] },
            ...prompt.messages,
          ].map(({ role, content, attachments }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a prompt does not change
            <li key={i}>
              <h3 className="quiet small">{role}</h3>
              <section
                className="why-prompt"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
                tabIndex={0}
                aria-label={strings.part(role, i + 1)}
              >
                <UserText hasLinks={false} text={content} />
              </section>
              {attachments.length > 0 && <p className="small">{attachments.join(', ')}</p>}
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
