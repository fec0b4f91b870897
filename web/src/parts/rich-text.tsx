import { Fragment, type ReactNode, useMemo } from 'react'
import { nestSpans } from '../../../src/text/markdown/nest-spans.ts'
import { readMarkdown } from '../../../src/text/markdown/read-markdown.ts'
import type { StyleSpan } from '../../../src/text/markdown/rich.ts'
import { UserText } from './user-text.tsx'

const MARK = /\[(\d{1,3})\]/g

/**
 * The text of a model: Markdown as elements, citation marks such as [1] rendered by `mark`. Built as a tree of
 * elements and never as HTML, so that it cannot inject markup.
 */
export function RichText({
  text,
  mark,
}: {
  text: string
  mark: (number: number) => ReactNode | null
}) {
  const rich = useMemo(() => {
    const { text: plain, spans } = readMarkdown(text)
    return { plain, spans: nestSpans(spans) }
  }, [text])
  return (
    <div className="rich" dir="auto">
      {build(rich.plain, rich.spans, 0, rich.plain.length, { mark, isBare: false })}
    </div>
  )
}

type Leaf = {
  readonly mark: (number: number) => ReactNode | null
  /** In links and code, URLs and citation marks stay text. */
  readonly isBare: boolean
}

/** The nodes of a range of the text; `spans` are those inside it, outer ones first. */
function build(
  text: string,
  spans: readonly StyleSpan[],
  from: number,
  to: number,
  leaf: Leaf,
): ReactNode[] {
  const nodes: ReactNode[] = []
  let place = from
  for (let i = 0; i < spans.length; ) {
    const span = spans[i] as StyleSpan
    let next = i + 1
    while (next < spans.length && (spans[next]?.start ?? to) < span.end) next += 1
    if (span.start > place) nodes.push(...leaves(text.slice(place, span.start), place, leaf))
    const within = { ...leaf, isBare: leaf.isBare || BARE.has(span.style.kind) }
    const inner = build(text, spans.slice(i + 1, next), span.start, span.end, within)
    nodes.push(<Styled key={`s${span.start}`} span={span} inner={inner} />)
    place = span.end
    i = next
  }
  if (place < to) nodes.push(...leaves(text.slice(place, to), place, leaf))
  return nodes
}

const BARE: ReadonlySet<string> = new Set(['link', 'code', 'pre'])

function Styled({ span: { style }, inner }: { span: StyleSpan; inner: ReactNode[] }) {
  switch (style.kind) {
    case 'bold':
      return <b>{inner}</b>
    case 'italic':
      return <i>{inner}</i>
    case 'strike':
      return <s>{inner}</s>
    case 'code':
      return <code>{inner}</code>
    case 'pre':
      return <pre>{inner}</pre>
    case 'quote':
      return <blockquote>{inner}</blockquote>
    case 'link':
      // The Markdown reader already allows only web links; checked again here.
      return /^https?:/i.test(style.href) ? (
        <a href={style.href} target="_blank" rel="noopener noreferrer nofollow">
          {inner}
        </a>
      ) : (
        inner
      )
  }
}

function leaves(text: string, start: number, { mark, isBare }: Leaf): ReactNode[] {
  const textNodes = (from: number, to: number) =>
    from === to
      ? []
      : [<UserText key={start + from} inline hasLinks={!isBare} text={text.slice(from, to)} />]
  if (isBare) return textNodes(0, text.length)
  const nodes: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(MARK)) {
    const shown = mark(Number(match[1]))
    if (shown === null) continue
    nodes.push(...textNodes(at, match.index))
    nodes.push(<Fragment key={`m${start + match.index}`}>{shown}</Fragment>)
    at = match.index + match[0].length
  }
  return [...nodes, ...textNodes(at, text.length)]
}
