import type { CatchUp } from '../../src/engine/views/catch-up/catch-up.ts'
import type { PointKind } from '../../src/engine/views/catch-up/choose-points.ts'
import type { Label, LabelledChat, LabelledMessage } from './labelled-chats.ts'

/** A labelled message and the kind of point it became; null if it is none. */
export type JudgedLabel = {
  readonly label: Label
  readonly message: LabelledMessage
  readonly kind: PointKind | null
}

/** A point of a kind that says something of its message, and whether the labels agree. */
export type JudgedPoint = {
  readonly kind: PointKind
  readonly message: LabelledMessage
  readonly isRight: boolean
}

export type JudgedChat = {
  readonly chat: LabelledChat
  readonly labels: readonly JudgedLabel[]
  readonly points: readonly JudgedPoint[]
  /** Lines of the text that tell a point, and those of them that end with their number. */
  readonly lines: number
  readonly cited: number
}

const LABEL_OF: Readonly<Partial<Record<PointKind, Label>>> = {
  question_to_you: 'asked',
  decision: 'decision',
  open_question: 'open',
}

/** Compares a catch-up with the labels of its chat. */
export function judgeCatchUp(chat: LabelledChat, caught: CatchUp): JudgedChat {
  const told = caught.conversations.flatMap(({ points }) => points)
  const kinds = new Map(told.map(({ kind, message }) => [message.externalId, kind]))
  const byId = new Map(chat.messages.map((message) => [message.id, message]))
  const lines = caught.text.split('\n').filter((line) => line.startsWith('- '))
  return {
    chat,
    labels: chat.messages.flatMap((message) =>
      message.labels.map((label) => ({ label, message, kind: kinds.get(message.id) ?? null })),
    ),
    points: told.flatMap(({ kind, message: { externalId } }) => {
      const message = byId.get(externalId)
      if (message === undefined)
        throw new Error(`The catch-up tells ${externalId}, not of the chat.`)
      const label = LABEL_OF[kind]
      return [{ kind, message, isRight: label !== undefined && message.labels.includes(label) }]
    }),
    lines: lines.length,
    cited: lines.filter((line, i) => line.endsWith(`[${i + 1}]`)).length,
  }
}

/** Of the messages with this label: those among the points, of these kinds or of any, and all. */
export function recallOf(
  judged: readonly JudgedChat[],
  label: Label,
  kinds: readonly PointKind[] | null = null,
): [found: number, all: number] {
  const those = judged.flatMap(({ labels }) => labels.filter((one) => one.label === label))
  const isFound = ({ kind }: JudgedLabel) => kind !== null && (kinds?.includes(kind) ?? true)
  return [those.filter(isFound).length, those.length]
}

/** Of the points of this kind: those with the label it stands for, and all. */
export function precisionOf(
  judged: readonly JudgedChat[],
  kind: PointKind,
): [right: number, all: number] {
  const those = judged.flatMap(({ points }) => points.filter((one) => one.kind === kind))
  return [those.filter(({ isRight }) => isRight).length, those.length]
}
