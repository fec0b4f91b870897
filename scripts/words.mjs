// Prints how plainly the code speaks: exported homonyms, full folders, and trade and house words per 1,000 words of comment.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const TRADE =
  /\b(queue|cache|cached|retry|retries|backoff|back off|lock|locked|timeout|stale|idempotent|default|outbox|inbox|token|chunk|embedding|vector|batch|worker|migration|transaction|index|session|summary|request|response|header|schema|stream|update|job|lease|scope|webhook|rate limit|permission)s?\b/gi
const HOUSE =
  /\b(somebody|someone's|nobody|whoever|whatever|wherever|told|tells|said|says|kept|keeps|talk|talks|owed|owe|anew|wish|wishes|alike|hear|heard|hears|shelf|in passing|lately|beside|by itself|takes in|take up|people say|goes on)\b/gi

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }))

const owners = new Map()
for (const { name, text } of files) {
  const declared = /^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm
  for (const exported of new Set([...text.matchAll(declared)].map((match) => match[1]))) {
    owners.set(exported, [...(owners.get(exported) ?? []), name])
  }
}
const folders = new Map()
for (const { name } of files) folders.set(dirname(name), (folders.get(dirname(name)) ?? 0) + 1)

const comments = files.map(({ name, text }) => ({
  name,
  comment: [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([one]) => one).join(' '),
}))
const all = comments.map(({ comment }) => comment).join(' ')
const words = all.match(/[\p{L}’']+/gu)?.length ?? 0
const perThousand = (pattern) => ((1_000 * (all.match(pattern)?.length ?? 0)) / words).toFixed(1)
const house = comments
  .map(({ name, comment }) => [name, comment.match(HOUSE)?.length ?? 0])
  .filter(([, count]) => count > 0)
  .sort(([, a], [, b]) => b - a)

console.log(`exported homonyms: ${[...owners.values()].filter((of) => of.length > 1).length}`)
console.log(`folders over 25 files: ${[...folders.values()].filter((n) => n > 25).length}`)
console.log(`words of comment: ${words}`)
console.log(`trade words per 1,000: ${perThousand(TRADE)}`)
console.log(`house words per 1,000: ${perThousand(HOUSE)}`)
for (const [name, count] of house.slice(0, 20)) console.log(`  ${count}  ${name}`)
