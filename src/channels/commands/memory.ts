import { formatThreadId } from '../../domain/chat.ts'
import { AppError } from '../../domain/errors.ts'
import type { Fact } from '../../domain/fact.ts'
import { plain } from '../../text/markdown/rich.ts'
import { chatRef } from '../deps.ts'
import { type BotCommand, type Given, personRef } from './command.ts'

const MAX_LISTED = 50

/** Lists the facts about the user that may be shown here. */
export const memoryCommand: BotCommand = {
  name: 'memory',
  summary: 'what I know about you from what was said',
  forAdmins: false,
  takesText: false,
  run: async (given) => {
    const facts = await factsAbout(given)
    if (facts.length === 0) {
      return {
        rich: plain('I know no facts about you here. I read conversations once they are quiet.'),
      }
    }
    const lines = facts.map((fact) => `${fact.id}. ${fact.text} (${saidBy(fact)})`)
    return {
      rich: plain([...lines, '', '/forget 12 deletes the one with this number.'].join('\n')),
    }
  },
}

/** Deletes one fact about the user. */
export const forgetFactCommand: BotCommand = {
  name: 'forget',
  summary: 'delete one fact about you, by its number in /memory',
  forAdmins: false,
  takesText: true,
  run: async (given) => {
    const { args, deps } = given
    if (!/^\d{1,15}$/.test(args)) {
      throw new AppError(
        'invalid_request',
        'Write /forget and the number of a fact in /memory: /forget 12. To delete everything about you: /forget_me.',
      )
    }
    const fact = (await factsAbout(given)).find(({ id }) => id === Number(args))
    if (fact === undefined) {
      throw new AppError(
        'fact_not_found',
        `Number ${args} is no fact about you here. /memory lists them.`,
      )
    }
    await deps.memory.facts.drop(deps.principal, fact.id)
    return {
      rich: plain('Done. I do not know that any more. The message itself stays in its chat.'),
    }
  },
}

/**
 * In a group, what was said there about the user. In private, what the user said about themselves anywhere: what others
 * said of them in a group stays in that group.
 */
async function factsAbout({ send, words, isPrivate, deps }: Given): Promise<readonly Fact[]> {
  const { who } = await deps.memory.see(deps.principal, personRef(send))
  const { facts } = await deps.memory.facts.search(deps.principal, {
    person: personRef(send),
    threadId: isPrivate ? null : formatThreadId({ ...chatRef(send), topic: null }),
    ...{ text: '', attribute: null, statuses: ['active'] },
    at: words?.sentAt ?? null,
    ...{ limit: MAX_LISTED, offset: 0 },
  })
  return isPrivate ? facts.filter(({ saidBy }) => who.names.includes(saidBy)) : facts
}

function saidBy({ saidByName, saidAt }: Fact): string {
  return `${saidByName}, ${saidAt.toISOString().slice(0, 10)}`
}
