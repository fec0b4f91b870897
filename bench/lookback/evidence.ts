import { join } from 'node:path'
import { withScratch } from '../../src/app/scratch-instance.ts'
import { readConfig } from '../../src/config/config.ts'
import { collectEvidence, meanEvidence, type TagEvidence } from '../../src/eval/run-evidence.ts'
import { grouped } from '../../src/eval/scratch.ts'
import type { Captioned } from '../results.ts'
import { CHATS_FILES } from './data.ts'
import { points } from './intervals.ts'

/* How much of a tag's evidence is in the context at the default budget, by the share that nearby messages
 * may take? The default of EARSHOT_NEARBY_SHARE and the bounds of link/nearby.ts are chosen by this. */

const SHARES = [0, 0.05, 0.1, 0.15, 0.2, 0.3]

/** What the tags of a set were shown with one share. */
export type EvidenceReading = { readonly share: number; readonly tags: readonly TagEvidence[] }

/** Builds the context of every tag once for each share. */
export async function measureEvidence(dataDir: string): Promise<EvidenceReading[]> {
  const [data, tags] = CHATS_FILES.map((file) => join(dataDir, file)) as [string, string]
  const readings: EvidenceReading[] = []
  for (const share of SHARES) {
    // Nothing of this machine's environment: the defaults are what is measured.
    const config = readConfig({ EARSHOT_NEARBY_SHARE: String(share) }, null)
    const found = await withScratch(config, (scratch) =>
      collectEvidence({ data, tags }, scratch, () => undefined),
    )
    console.log(`evidence, share ${share}: ${points(meanEvidence(found, 'withNearby'))}`)
    readings.push({ share, tags: found })
  }
  return readings
}

/** A row a share; and for the default one, a row a kind of tag and a language. */
export function evidenceTables(readings: readonly EvidenceReading[]): Captioned[] {
  const usual = readConfig({}, null).EARSHOT_NEARBY_SHARE
  const atDefault = readings.find(({ share }) => share === usual)?.tags ?? []
  const groups = [
    ...grouped(atDefault, ({ kind }) => kind),
    ...grouped(atDefault, ({ lang }) => lang),
  ]
  return [
    {
      caption:
        'Evidence of tags in the context, everyday chats (dev), by the share of nearby messages',
      table: [
        ['share', ...HEADS],
        ...readings.map(({ share, tags }) => [
          share === usual ? `**${share}** (default)` : String(share),
          ...cellsOf(tags),
        ]),
      ],
    },
    {
      caption: `The same at the default share, by kind of tag and by language`,
      table: [['', ...HEADS], ...groups.map(([name, tags]) => [name, ...cellsOf(tags)])],
    },
  ]
}

const HEADS = [
  'tags',
  'in the conversation',
  'and nearby',
  'in all that is shown',
  'tokens: conversation',
  'nearby',
  'all',
]

function cellsOf(tags: readonly TagEvidence[]): string[] {
  return [
    String(tags.length),
    points(meanEvidence(tags, 'conversation')),
    points(meanEvidence(tags, 'withNearby')),
    points(meanEvidence(tags, 'shown')),
    meanEvidence(tags, 'conversationTokens').toFixed(0),
    meanEvidence(tags, 'nearbyTokens').toFixed(0),
    meanEvidence(tags, 'tokens').toFixed(0),
  ]
}
