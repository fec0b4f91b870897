import type { WebClient } from '@slack/web-api'
import type { Member } from '../channel.ts'
import { classifySlackError } from './classify-slack-error.ts'
import { askForPerson } from './slack-directory.ts'

const PER_PAGE = 1_000
/** Of a larger channel the rest is not searched. */
const MAX_PAGES = 20

/** The person's membership in a channel, at this moment; null if there is none. Its admins are the workspace's. */
export async function findSlackMember(
  web: WebClient,
  chat: string,
  person: string,
): Promise<Member | null> {
  try {
    if (!(await isMember(web, chat, person))) return null
    const { isAdmin, isGone, username } = await askForPerson(web, person)
    return isGone ? null : { isAdmin, names: [username] }
  } catch (error) {
    // The bot was removed, or there is no such person. Other failures are the caller's to retry.
    if (classifySlackError(error)?.kind === 'refused') return null
    throw error
  }
}

async function isMember(web: WebClient, channel: string, person: string): Promise<boolean> {
  let cursor = ''
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { members = [], response_metadata } = await web.conversations.members({
      channel,
      limit: PER_PAGE,
      ...(cursor === '' ? {} : { cursor }),
    })
    if (members.includes(person)) return true
    cursor = response_metadata?.next_cursor ?? ''
    if (cursor === '') return false
  }
  return false
}
