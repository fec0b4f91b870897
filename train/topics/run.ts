import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { TopicNet } from '../../src/text/segment/net.ts'
import { check, samples } from './check.ts'
import { learn } from './learn.ts'
import { readSeen } from './samples.ts'

/* Trains the net that tells where the subject changes; see README.md beside this file. */

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/topic' },
    out: { type: 'string', default: 'src/text/segment/weights.ts' },
    check: { type: 'boolean', default: false },
  },
})
const started = performance.now()

const tiage = await readSeen(join(values.data, 'tiage.jsonl'))
const dialseg = await readSeen(join(values.data, 'dialseg711.jsonl'))
const tiageTrain = tiage.filter(({ split }) => split === 'train')
const tiageDev = tiage.filter(({ split }) => split === 'dev')
say(`${tiageTrain.length} + ${dialseg.length} dialogues`)

if (values.check) check({ tiageTrain, tiageDev, dialseg }, say)
else {
  writeFileSync(values.out, fileOf(learn([samples(tiageTrain), samples(dialseg)])))
  say(`wrote ${values.out}`)
}

function fileOf(net: TopicNet): string {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value
  const groups = Object.entries(net.signals).map(([group, of]) => {
    const lines = Object.entries(of).map(
      ([name, weights]) => `      ${name}: ${JSON.stringify(weights, short).replaceAll('"', '')},`,
    )
    return `    ${group}: {\n${lines.join('\n')}\n    },`
  })
  const rest = (['hiddenBias', 'fromHidden', 'bias'] as const).map(
    (part) => `  ${part}: ${JSON.stringify(net[part], short)},`,
  )
  return `import type { TopicNet } from './net.ts'

/** Written by train/topics; not to be edited. Three digits are as good as all. */
// biome-ignore format: a signal a line
export const TOPIC_NET: TopicNet = {
  signals: {
${groups.join('\n')}
  },
${rest.join('\n')}
}
`
}

function say(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${String(seconds).padStart(5)} s  ${text}\n`)
}
