import { setTimeout as pause } from 'node:timers/promises'
import { startListening } from '../chaos/server-process.ts'
import { envOf, type Scene } from './lives.ts'

/** A send as the program lists it. */
export type ListedSend = {
  readonly kind: string
  readonly chat: string
  readonly message_id: string | null
  readonly state: string
  readonly problem: string | null
}

const LOOK_EVERY_MS = 250
/** What has nothing to do for this long is done: albums and history that is read later take less. */
const QUIET_MS = 5_000
const LONGEST_MS = 600_000

/** A last life, without trouble, until nothing is left to do; then what the program lists as uncertain. */
export async function drain(scene: Scene): Promise<ListedSend[]> {
  for (const trouble of scene.troubles) trouble.clear()
  const server = await startListening(scene.dataDir, envOf(scene))
  const list = async (state: string): Promise<ListedSend[]> => {
    const response = await fetch(`${server.url}/api/channels/sends?state=${state}`)
    const body = (await response.json()) as { sends: ListedSend[] }
    return body.sends
  }
  const listOpen = async () => {
    const sends = (await Promise.all(['due', 'sending', 'posted'].map(list))).flat()
    return [
      ...(scene.platform.pending() === 0 ? [] : [`${scene.platform.pending()} events`]),
      ...sends.map(({ state, chat, problem }) => `send ${state} to ${chat}: ${problem}`),
    ]
  }
  const began = performance.now()
  let quietSince = began
  while (performance.now() - quietSince < QUIET_MS) {
    await pause(LOOK_EVERY_MS)
    const open = await listOpen()
    if (open.length === 0) continue
    quietSince = performance.now()
    if (quietSince - began < LONGEST_MS) continue
    throw new Error(`It does not come to an end: ${open.length} left, such as ${open.slice(0, 5)}`)
  }
  const uncertain = await list('uncertain')
  const { code, stderr } = await server.end('SIGTERM')
  if (code !== 0) throw new Error(`The last life did not stop cleanly: ${stderr}`)
  return uncertain
}
