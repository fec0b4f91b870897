import type { ChatId, PersonId } from '../../src/domain/ids.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import type { Question } from '../../src/domain/question.ts'
import { type Random, seededRandom } from '../../test/chaos/seeded-random.ts'
import type { Vocabulary } from './vocabulary.ts'

export const CHAT = 1 as ChatId
/** What a prompt may use for context by default, the system prompt taken off. */
export const BUDGET_TOKENS = 3_500

const WORDS = { fewest: 3, most: 8 }
/** The rest are drawn evenly, and so are mostly rare. */
const SHARE_OF_COMMON = 0.5
const SHARE_MISSPELT = 0.1

/** Questions of a few words, common and rare ones mixed, each by another person than the last. */
export function makeQuestions(
  vocabulary: Vocabulary,
  people: readonly string[],
  {
    count,
    askedAt,
    seed,
  }: { readonly count: number; readonly askedAt: Date; readonly seed: number },
): Question[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const person = i % people.length
    return {
      workspaceId: DEFAULT_WORKSPACE,
      chat: {
        id: CHAT,
        topic: null,
        isGroup: true,
        ref: { channel: 'bench', externalId: 'chat' },
        links: null,
      },
      personId: (person + 1) as PersonId,
      memory: null,
      isTopicUnsure: false,
      askerName: people[person] ?? null,
      text: `@bot ${textOf(vocabulary, random)}?`,
      searchText: null,
      messageId: null,
      replyTo: null,
      quote: null,
      askedAt,
      isNow: false,
      budgetTokens: BUDGET_TOKENS,
      seesSharedFiles: true,
    }
  })
}

function textOf(vocabulary: Vocabulary, random: Random): string {
  const words = Array.from({ length: random.between(WORDS.fewest, WORDS.most) }, () =>
    random.chance(SHARE_OF_COMMON) ? vocabulary.draw(random) : vocabulary.drawEvenly(random),
  )
  const wrong = random.chance(SHARE_MISSPELT) ? random.between(0, words.length - 1) : -1
  return words.map((word, i) => (i === wrong ? misspelt(word) : word)).join(' ')
}

/** Two letters in the middle change places, as fingers do it. */
function misspelt(word: string): string {
  const middle = Math.floor(word.length / 2)
  const [a = '', b = ''] = word.slice(middle - 1, middle + 1)
  return word.slice(0, middle - 1) + b + a + word.slice(middle + 1)
}
