import type { ChatMember, User } from 'grammy/types'
import { badRequest } from './refusal.ts'
import type { ChatState, World } from './world.ts'

/* Who somebody is in a chat, in the Bot API's words. */

/** An administrator who may do all that can be done. */
const RIGHTS = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: true,
  can_restrict_members: true,
  can_promote_members: false,
  can_change_info: true,
  can_invite_users: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_pin_messages: true,
}

/** A person's part in a chat. The first member of a group is its owner. */
export function memberOf(world: World, state: ChatState, userId: number): ChatMember {
  if (userId === world.me.id) return botMember(world.me, state.bot)
  const user = state.members.get(userId)
  if (!user) {
    const stranger = world.people.get(userId)
    if (!stranger) throw badRequest('user not found')
    return { user: stranger, status: 'left' }
  }
  const [owner] = state.admins
  if (userId === owner) return { user, status: 'creator', is_anonymous: false }
  // The types ask for rights by kind of chat, and want some that only channels have.
  return state.admins.has(userId)
    ? ({ user, status: 'administrator', ...RIGHTS } as ChatMember)
    : { user, status: 'member' }
}

function botMember(me: User, bot: ChatState['bot']): ChatMember {
  switch (bot) {
    case 'administrator':
      return { user: me, status: 'administrator', ...RIGHTS } as ChatMember // as above
    case 'member':
      return { user: me, status: 'member' }
    case 'left':
      return { user: me, status: 'left' }
    default:
      return { user: me, status: 'kicked', until_date: 0 }
  }
}

/** Those who run a chat; bots among them, save for other bots. */
export function administratorsOf(world: World, state: ChatState): ChatMember[] {
  const people = [...state.admins].map((id) => memberOf(world, state, id))
  return state.bot === 'administrator' ? [...people, memberOf(world, state, world.me.id)] : people
}
