import { createInterface } from 'node:readline/promises'
import { type CliCommand, usageError } from './command.ts'

/** Asks the user for confirmation; null without an interactive terminal. */
export type Confirm = (question: string) => Promise<string | null>

/** Asks on the terminal. */
export const confirmOnTerminal: Confirm = async (question) => {
  if (!process.stdin.isTTY) return null
  // Not on stdout, which a program may read.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

/** True if the user typed "yes" after the warning; fails without a terminal. */
export async function isConfirmed(
  confirm: Confirm,
  command: CliCommand,
  warning: string,
): Promise<boolean> {
  const reply = await confirm(`${warning} Type "yes" to continue: `)
  if (reply === null) {
    throw usageError(
      command,
      'This cannot be undone, and there is no terminal to confirm it. Add --yes.',
    )
  }
  return reply.trim().toLowerCase() === 'yes'
}

/** A name is untrusted text: it must not move the cursor or overwrite the question. */
export function plainName(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 100)
    .toWellFormed()
}
