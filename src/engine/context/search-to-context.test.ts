import { describe, expect, test } from 'vitest'
import { admin, incoming, minutesAgo, NOW, testEngine } from '../../../test/deps.ts'
import { SCENARIOS } from '../../../test/look-back-scenarios/scenarios.ts'
import { useOwnDatabase } from '../../../test/with-db.ts'
import { findChat } from '../../db/messages/chats.ts'
import type { IncludedPiece } from '../../domain/candidate.ts'
import { textOf } from '../../domain/piece.ts'
import { workspaceScope } from '../../domain/scope.ts'
import { embedMissing } from '../../upkeep/embed-missing.ts'
import { findInChat } from '../views/search.ts'

const db = useOwnDatabase()
const CHAT = { channel: 'api', externalId: 'team', kind: 'group', title: null } as const

type Line = readonly [author: string, minutesAgo: number, text: string]

const PRICE = 'За три ночі виходить дев’ять тисяч на всіх, завдаток до п’ятниці'
/** The word for housing is in the second message, the price two messages later and in other words. */
const HOUSING: readonly Line[] = [
  ['Оля', 50_000, 'Хто їде з нами в Карпати на вихідні?'],
  ['Тарас', 49_999, 'Я за! Треба знайти житло'],
  ['Оля', 49_990, 'Знайшла будиночок у Яремчі, дві кімнати і кухня'],
  ['Ірина', 49_985, 'Гарний! А по грошах?'],
  ['Оля', 49_980, PRICE],
]

/** More messages than a look back reads, the last of them days ago: the housing is found by a search or not at all. */
const SINCE: readonly Line[] = SCENARIOS.slice(0, 60).flatMap(({ lines }, i) =>
  lines.map(([who, , text], j): Line => [who, 49_000 - i * 600 - j, text]),
)

describe('a context has what the search finds first', () => {
  test('the price of the housing, in Ukrainian and in other words', async () => {
    const { search, found } = await chatWith([...HOUSING, ...SINCE])
    const asked = 'скільки коштує житло?'
    const [first] = await search(asked)
    expect(first).toBe('Я за! Треба знайти житло')
    const texts = await found(asked)
    expect(texts).toContain(first)
    expect(texts).toContain(PRICE)
    expect(texts.filter((text) => HOUSING.every((line) => line[2] !== text))).toEqual([])
  })

  test('a long question that shares one word with its only answer', async () => {
    const garage = 'Ключ від гаража висить за календарем на кухні'
    const { search, found } = await chatWith([['Оля', 50_000, garage], ...SINCE])
    const asked =
      'перед приходом аудиторів нагадайте котрим гачком сторонні відчиняють двері нашого гаража'
    expect((await search(asked))[0]).toBe(garage)
    expect(await found(asked)).toEqual([garage])
  })

  test.each([
    'what is the capital of Peru?',
    'яка столиця Перу?',
    'скільки важить слон?',
    'wie viele Knochen hat ein erwachsener Mensch?',
  ])('nothing bears on "%s", and no search adds to the context', async (asked) => {
    const { found } = await chatWith([...HOUSING, ...SINCE])
    expect(await found(asked)).toEqual([])
  })
})

async function chatWith(lines: readonly Line[]) {
  const it = await db.fresh()
  const { engine, deps } = testEngine(it)
  const me = admin(it)
  const messages = lines.map(([who, ago, text]) => incoming(who, text, { sentAt: minutesAgo(ago) }))
  await engine.receive(me, { chat: CHAT, messages })
  if (deps.embedder !== null) await embedMissing({ ...deps, embedder: deps.embedder }, new Map())
  const { database, workspaceId } = it
  const scope = workspaceScope(workspaceId)
  const chat = await database.within(scope, (tx) => findChat(tx, workspaceId, CHAT))
  if (chat === null) throw new Error('the chat was not stored')
  const place = { workspaceId, chatId: chat.id, topic: null }
  return {
    search: async (text: string) => {
      const found = await findInChat(place, { text, until: NOW, limit: 10 }, deps)
      return found.map((message) => message.text)
    },
    /** What is in the context because a search found it. */
    found: async (text: string) => {
      const { context } = await engine.buildContext(me, {
        threadId: 'api:team',
        text: `@bot ${text}`,
        author: null,
        messageId: null,
        replyTo: null,
        quote: null,
        askedAt: NOW,
        budgetTokens: 3_500,
      })
      const isFound = ({ parts, isNearby }: IncludedPiece) => parts.conversation === 0 && !isNearby
      return context.kept.filter(isFound).map(({ piece }) => textOf(piece))
    },
  }
}
