/* Conversations as they are written down, a line each: who, how long ago, to which line, what.
 *
 *     ann  3 days ago   We should look at the restaurant for the gathering
 *     bob  now (to 1)   @bot
 */

export type ScriptLine = {
  readonly who: string
  readonly at: Date
  /** The line it replies to, from 0. */
  readonly to: number | null
  readonly text: string
}

const MINUTES: Readonly<Record<string, number>> = { min: 1, h: 60, day: 1_440 }
const LINE = /^\s*(\w+)\s+(?:now|(\d+) (min|h|day)s? ago)\s+(?:\(to (\d+)\)\s+)?(.*)$/

/** Reads a script; empty lines are skipped. */
export function readScript(script: string): ScriptLine[] {
  const now = Date.now()
  const lines = script.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const read = LINE.exec(line)
    if (read === null) throw new Error(`Not a line of a script: ${line}`)
    const [, who = '', amount = '0', unit = 'min', to, text = ''] = read
    const at = new Date(now - Number(amount) * (MINUTES[unit] ?? 1) * 60_000)
    return { who, at, to: to === undefined ? null : Number(to) - 1, text }
  })
}

/** The person of this name; throws if the script names one who is not there. */
export function personNamed<T>(people: Readonly<Record<string, T>>, who: string): T {
  const person = people[who]
  if (person === undefined) throw new Error(`No such person: ${who}`)
  return person
}
