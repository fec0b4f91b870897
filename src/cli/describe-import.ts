import type { CountedChat, Report } from '../import/report.ts'
import { plainName } from './confirm.ts'
import { describeCount } from './plural.ts'

/** The report on the wire. */
export function toWireReport({
  repliesWithoutParent,
  firstAt,
  lastAt,
  chatList,
  ...report
}: Report) {
  return {
    ...report,
    first_at: firstAt?.toISOString() ?? null,
    last_at: lastAt?.toISOString() ?? null,
    chat_list: chatList.map(({ threadId, ...chat }) => ({ thread_id: threadId, ...chat })),
    replies_without_parent: repliesWithoutParent,
  }
}

type Import = {
  readonly report: Report
  readonly from: string
  /** Null if nothing was stored. */
  readonly id: string | null
  readonly isDry: boolean
}

/** The report as text. */
export function describeImport({ report, from, id, isDry }: Import): string {
  const { stored, duplicates, repliesWithoutParent } = report
  return [
    isDry
      ? `Nothing was stored. The file was read as ${from}.`
      : `${describeCount(stored, 'message')} stored, ${duplicates} ${duplicates === 1 ? 'was' : 'were'} already stored.`,
    ...describeFile(report),
    ...(repliesWithoutParent === 0
      ? []
      : [`${repliesWithoutParent} replies are to messages that are not in the file.`]),
    ...Object.entries(report.skipped).map(
      ([reason, { count, examples }]) =>
        `Skipped ${count} × ${reason}: ${examples.join('; ')}${count > examples.length ? '; …' : ''}`,
    ),
    ...report.notes,
    ...(id === null ? [] : [`To undo this import: earshot imports undo ${id}`]),
  ].join('\n')
}

function describeFile(report: Report): string[] {
  const { messages, people, chats, media, firstAt, lastAt, chatList } = report
  const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? ''
  const range = firstAt === null ? '' : `, from ${day(firstAt)} to ${day(lastAt)}`
  return [
    `In the file: ${describeCount(messages, 'message')}${range}, ${describeCount(people, 'person', 'people')}, ${describeCount(chats, 'chat')}, ${media} media listed.`,
    ...chatList.map(describeChat),
    ...(chats > chatList.length ? ['  …'] : []),
  ]
}

function describeChat({ threadId, title, messages }: CountedChat): string {
  const name = title === null ? '' : ` (${plainName(title)})`
  return `  ${plainName(threadId)}${name}: ${describeCount(messages, 'message')}`
}
