import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Earshot, openEarshot } from '../../src/app/open-earshot.ts'
import { readConfig } from '../../src/config/config.ts'
import { DEFAULT_WORKSPACE } from '../../src/domain/ids.ts'
import type { Principal } from '../../src/domain/principal.ts'
import type { CatchUp } from '../../src/engine/views/catch-up/catch-up.ts'

export const OPERATOR: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  role: 'admin',
  personId: null,
  name: 'bench',
}

/** Runs `work` with an Earshot on the embedded database in a directory of its own, which is deleted afterwards. */
export async function withEngine<T>(work: (earshot: Earshot) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'earshot-catch-up-'))
  try {
    const config = readConfig({ EARSHOT_DATA_DIR: home, EARSHOT_LOG_LEVEL: 'error' }, null)
    const earshot = await openEarshot(config)
    try {
      return await work(earshot)
    } finally {
      await earshot.close()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

type Asked = {
  readonly chat: string
  readonly asker: string
  readonly since: Date | null
  readonly until: Date
}

/** What this person missed, as the API would tell it. */
export function ask({ engine }: Earshot, { chat, asker, since, until }: Asked): Promise<CatchUp> {
  return engine.catchUp(OPERATOR, `api:${chat}`, {
    author: { externalId: asker },
    since,
    askedAt: until,
    isOnlyMe: false,
  })
}
