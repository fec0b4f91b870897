import fc from 'fast-check'
import { isAppError } from '../src/domain/errors.ts'
import type { SessionId } from '../src/domain/ids.ts'
import { closeSome } from '../src/upkeep/plan-memory.ts'
import { admin, delivery, incoming } from './deps.ts'
import type { MemoryWorld } from './memory-world.ts'
import type { TestDb } from './with-db.ts'

/* What people and upkeep do to sessions, in any order; and what must be so whatever the order was. */

export type Step =
  | { readonly kind: 'say'; readonly minutesAgo: number }
  | { readonly kind: 'edit' | 'delete' | 'end'; readonly which: number }
  | { readonly kind: 'ask' | 'beat' | 'close' | 'upkeep' }
  | { readonly kind: 'pass'; readonly minutes: number }

const which = fc.nat({ max: 5 })

/** One step; time passes often, since nothing closes without. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('say' as const), minutesAgo: fc.constantFrom(0, 0, 5, 14, 20) }),
  fc.record({ kind: fc.constantFrom('edit' as const, 'delete' as const, 'end' as const), which }),
  fc.record({ kind: fc.constantFrom('ask', 'beat', 'close', 'upkeep') }) as fc.Arbitrary<Step>,
  fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(1, 10, 16, 40, 400) }),
)

/** Steps in order, and those that happen while a model is asked, one a call. */
export const steps = fc.record({
  inOrder: fc.array(step, { minLength: 3, maxLength: 12 }),
  meanwhile: fc.array(step, { maxLength: 4 }),
})

/** Takes the steps. One that meets another at work is one that is tried again later. */
export async function playOut(world: MemoryWorld, it: TestDb, all: readonly Step[]): Promise<void> {
  for (const one of all) await take(world, it, one)
}

/** Takes one step. */
export async function take(world: MemoryWorld, it: TestDb, one: Step): Promise<void> {
  try {
    await does(world, it, one)
  } catch (error) {
    if (!isAppError(error, 'work_in_progress')) throw error
  }
}

async function does(world: MemoryWorld, it: TestDb, one: Step): Promise<void> {
  const { engine, memory } = world
  switch (one.kind) {
    case 'say': {
      const sentAt = new Date(world.now().getTime() - one.minutesAgo * 60_000)
      await engine.receive(
        admin(it),
        delivery(incoming('Ann', 'Flour comes weekly, on Mondays.', { sentAt })),
      )
      return
    }
    case 'ask':
      await world.ask('bob', 'asked', 'What comes weekly?')
      return
    case 'edit':
    case 'delete': {
      const messageId = await pick(it, one.which, MESSAGES)
      if (messageId === undefined) return
      const target = { channel: 'api', externalId: 'team', messageId }
      const edit = { text: 'Butter comes weekly, on Mondays.', editedAt: world.now() }
      if (one.kind === 'edit') await engine.edit(admin(it), target, edit)
      else await engine.delete(admin(it), target)
      return
    }
    case 'end':
    case 'beat': {
      const id = await pick(it, one.kind === 'end' ? one.which : 0, SESSIONS)
      if (id === undefined) return
      if (one.kind === 'end') await memory.closeNow(admin(it), id as SessionId)
      else await memory.heartbeat(admin(it), id as SessionId)
      return
    }
    case 'close':
      await closeSome(it.workspaceId, world.deps)
      return
    case 'upkeep':
      await world.upkeep()
      return
    case 'pass':
      world.pass(one)
  }
}

const MESSAGES = `select external_id as id from messages
  where workspace_id = $1 and deleted_at is null order by id`
const SESSIONS = `select id from sessions where workspace_id = $1 and status = 'open'
  order by last_message_at desc, id`

async function pick(it: TestDb, index: number, sql: string): Promise<string | undefined> {
  const rows = await it.database.asOwner((db) => db.query<{ id: string }>(sql, [it.workspaceId]))
  return rows[index % Math.max(1, rows.length)]?.id
}

/** Each names rows that must not be there once upkeep has come to rest. */
const RULES: Readonly<Record<string, string>> = {
  'a message in no session': `
    select m.id from messages m where m.workspace_id = $1 and not exists
      (select 1 from sessions s where s.workspace_id = $1 and s.id = m.session_id)`,
  'a message newer than the end of its session': `
    select m.id from messages m join sessions s on s.workspace_id = $1 and s.id = m.session_id
     where m.workspace_id = $1 and s.status = 'closed' and m.sent_at > s.ended_at`,
  'a turn newer than the end of its session': `
    select t.number from turns t join sessions s on s.workspace_id = $1 and s.id = t.session_id
     where t.workspace_id = $1 and s.status = 'closed' and t.created_at > s.ended_at`,
  'a closed session that is neither done nor skipped': `
    select id from sessions where workspace_id = $1 and status = 'closed'
       and memory not in ('done', 'skipped')`,
  'a session that is done and has no summary, or is not and has one': `
    select s.id from sessions s left join session_summaries x
        on x.workspace_id = $1 and x.session_id = s.id
     where s.workspace_id = $1 and (s.memory = 'done') <> (x.session_id is not null)`,
  'an open session that is not whole': `
    select id from sessions where workspace_id = $1 and status = 'open'
       and (memory <> 'none' or ended_at is not null or history_included_at is not null)`,
  'a message that its session has and the summary does not, or the other way': `
    select x.session_id from session_summaries x
       join sessions s on s.workspace_id = $1 and s.id = x.session_id and s.conversation_id is null
     where x.workspace_id = $1 and cardinality(x.turn_numbers) = 0
       and (select array_agg(i order by i) from unnest(x.message_ids) i) is distinct from
           (select array_agg(m.id order by m.id) from messages m
             where m.workspace_id = $1 and m.session_id = x.session_id and m.deleted_at is null)`,
  'a message that is in the summaries of two parts of conversations': `
    select i from session_summaries x, unnest(x.message_ids) i where x.workspace_id = $1
     group by i having count(*) > 1`,
  'a summary of a part with a message that is not in its conversation': `
    select x.session_id from session_summaries x
       join sessions s on s.workspace_id = $1 and s.id = x.session_id and s.conversation_id is not null
     where x.workspace_id = $1 and exists (select 1 from unnest(x.message_ids) i where not exists (
       select 1 from conversation_members k where k.workspace_id = $1 and k.message_id = i
          and k.conversation_id = s.conversation_id))`,
  'a quiet message of a group that is in no summary': `
    select m.id from messages m where m.workspace_id = $1 and m.deleted_at is null
       and not exists (select 1 from session_summaries x where x.workspace_id = $1
                          and x.message_ids @> array[m.id])`,
  'a turn that its session has and the summary does not': `
    select t.number from turns t join session_summaries x
        on x.workspace_id = $1 and x.session_id = t.session_id
     where t.workspace_id = $1 and cardinality(x.message_ids) = 0 and t.number <> all(x.turn_numbers)`,
  'something remembered of a session that has no summary': `
    select r.owner from rolling_summaries r, unnest(r.session_ids) i where r.workspace_id = $1
       and not exists (select 1 from session_summaries x
                        where x.workspace_id = $1 and x.session_id = i)`,
  'a session twice in a history': `
    select i from rolling_summaries r, unnest(r.session_ids) i
     where r.workspace_id = $1 and r.kind = 'history' group by i having count(*) > 1`,
  'a session that is in a history and not marked so, or the other way': `
    select s.id from sessions s where s.workspace_id = $1 and (s.history_included_at is not null) <>
      exists (select 1 from rolling_summaries r where r.workspace_id = $1 and r.kind = 'history'
                 and s.id = any(r.session_ids))`,
  'a right that nobody gave back': 'select key from leases where workspace_id = $1',
}

/** The rules that are broken. Rights and quiet messages are checked only where nobody was killed and all is quiet. */
export async function brokenRules(it: TestDb, isCalm = false): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, sql] of Object.entries(RULES)) {
    if (!isCalm && /^a (right|quiet)/.test(rule)) continue
    const rows = await it.database.asOwner((db) => db.query(sql, [it.workspaceId]))
    if (rows.length > 0) broken.push(rule)
  }
  return broken
}
