import type { WorkspaceId } from '../domain/ids.ts'

/** Answers that a person gives to "on or off?", which are no workspaces. */
const NOT_IDS = /^(0|1|on|off|yes|no|true|false|none)$/i

/** Reads in which workspaces memory is off: `all`, or ids separated by spaces or commas; and what is wrong with it. */
export function readMemorySwitch(text: string): {
  readonly remembers: (workspaceId: WorkspaceId) => boolean
  readonly problem: string | null
} {
  const ids = text.split(/[\s,]+/).filter((id) => id !== '')
  const wrong = ids.find((id) => NOT_IDS.test(id) || (id === 'all' && ids.length > 1))
  const problem =
    wrong === undefined
      ? null
      : `"${wrong}" is not possible here; write \`all\`, or the ids of workspaces: \`default, acme\``
  const off = new Set<string>(ids)
  return { remembers: (id) => !off.has('all') && !off.has(id), problem }
}
