import type { Fact, FactAttribute, FactStatus, FactSubject } from '../../domain/fact.ts'
import type { ChatId, FactId, MessageId, PersonId } from '../../domain/ids.ts'

/** Columns of a fact `f` and of the person `p` who stated it, as if stated once; its period is selected separately. */
export const FACT_COLUMNS_ONCE = `
  f.id, f.owner, f.chat_id as "chatId", f.person_id as "personId", f.subject_kind as "subjectKind", f.subject_id as "subjectId",
  f.subject_name as "subjectName", f.attribute, f.key, f.value, f.text, f.said_by as "saidBy",
  coalesce(p.name, p.username, p.external_id, '') as "saidByName", f.said_at as "saidAt", f.ends,
  f.message_ids as "messageIds", f.confidence, f.model_id as "modelId", f.status, f.is_pinned as "isPinned",
  f.changed_by as "changedBy", f.changed_at as "changedAt", f.closed_by as "closedBy"`

/** The same, with how often it was stated: the repetitions of each are counted, so not for hundreds of facts. */
export const FACT_COLUMNS = `${FACT_COLUMNS_ONCE},
  1 + (select count(*)::int from facts r
        where r.workspace_id = f.workspace_id and r.owner = f.owner and r.subject_key = f.subject_key
          and r.repeats_id = f.id and r.status in ('active', 'proposed')) as times`

/** True for facts `o` and `f` that the same messages state of the same value: one and its end, "until Friday". */
export const IS_SAME_STATEMENT = `o.workspace_id = f.workspace_id and o.owner = f.owner
  and o.subject_key = f.subject_key and o.attribute = f.attribute and o.key is not distinct from f.key
  and o.value = f.value and o.message_ids = f.message_ids`

export const FACT_PERIOD = 'f.valid_from as "validFrom", f.valid_to as "validTo"'

type Moment = string | Date

export type FactRow = {
  readonly id: FactId
  readonly owner: string
  readonly personId: PersonId | null
  readonly chatId: ChatId | null
  readonly subjectKind: FactSubject['kind']
  readonly subjectId: PersonId | null
  readonly subjectName: string
  readonly attribute: FactAttribute
  readonly key: string | null
  readonly value: string
  readonly text: string
  readonly saidBy: PersonId
  readonly saidByName: string
  readonly saidAt: Moment
  readonly ends: boolean
  readonly messageIds: readonly (number | string)[]
  readonly confidence: number
  readonly modelId: string
  readonly status: FactStatus
  readonly isPinned: boolean
  readonly changedBy: string | null
  readonly changedAt: Moment | null
  readonly closedBy: FactId | null
  readonly times: number
  readonly validFrom: Moment
  readonly validTo: Moment | null
}

const RAISE = 0.05
const MAX_CONFIDENCE = 0.99

/** A row as a fact. What was stated more than once is surer. */
export function fromFactRow(row: FactRow): Fact {
  const { subjectKind, subjectId, subjectName, ...fact } = row
  return {
    ...fact,
    about: subjectOf({ subjectKind, subjectId, subjectName }),
    saidAt: new Date(row.saidAt),
    validFrom: new Date(row.validFrom),
    validTo: row.validTo === null ? null : new Date(row.validTo),
    changedAt: row.changedAt === null ? null : new Date(row.changedAt),
    confidence: Math.max(
      row.confidence,
      Math.min(MAX_CONFIDENCE, row.confidence + RAISE * (row.times - 1)),
    ),
    // The drivers return numbers or texts for an array of bigint.
    messageIds: row.messageIds.map((id) => Number(id) as MessageId),
  }
}

function subjectOf({
  subjectKind,
  subjectId,
  subjectName: name,
}: Pick<FactRow, 'subjectKind' | 'subjectId' | 'subjectName'>): FactSubject {
  if (subjectKind === 'group') return { kind: 'group' }
  if (subjectKind === 'person') return { kind: 'person', personId: subjectId, name }
  return { kind: 'thing', name, of: subjectId }
}
