import type { Message, User } from 'grammy/types'
import { personName } from './author-of.ts'
import { placeholder } from './content-text.ts'
import { messageText } from './words-of.ts'

/* Service messages of the platform: a member joined, a message was pinned. Each has its own field in
 * Telegram's message. The author is the person who did it, so the sentences have no subject where that is so. */

type Sentence = (message: Message) => string | null
type Noted = { readonly [Field in keyof Message]?: (value: NonNullable<Message[Field]>) => string }

const NOTED: Noted = {
  new_chat_members: (people) => `${names(people)} joined.`,
  left_chat_member: (person) => `${personName(person)} left.`,
  new_chat_title: (title) => `Named the chat “${title}”.`,
  new_chat_photo: () => 'Changed the picture of the chat.',
  delete_chat_photo: () => 'Removed the picture of the chat.',
  group_chat_created: () => 'Created the group.',
  supergroup_chat_created: () => 'Created the group.',
  channel_chat_created: () => 'Created the channel.',
  migrate_to_chat_id: () => 'The group became a supergroup.',
  migrate_from_chat_id: () => 'The supergroup was made of a group.',
  message_auto_delete_timer_changed: () => 'Changed when messages are deleted by themselves.',
  pinned_message: () => 'Pinned a message.',
  forum_topic_created: ({ name }) => `Created the topic “${name}”.`,
  forum_topic_edited: ({ name }) =>
    name === undefined ? 'Changed the topic.' : `Named the topic “${name}”.`,
  forum_topic_closed: () => 'Closed the topic.',
  forum_topic_reopened: () => 'Opened the topic again.',
  general_forum_topic_hidden: () => 'Hid the general topic.',
  general_forum_topic_unhidden: () => 'Showed the general topic again.',
  video_chat_scheduled: () => 'Planned a video chat.',
  video_chat_started: () => 'Started a video chat.',
  video_chat_ended: () => 'Ended the video chat.',
  video_chat_participants_invited: ({ users }) => `Invited ${names(users)} to the video chat.`,
  boost_added: () => 'Boosted the chat.',
  chat_background_set: () => 'Changed the background of the chat.',
  write_access_allowed: () => 'Allowed the bot to write.',
  proximity_alert_triggered: ({ traveler, watcher }) =>
    `${personName(traveler)} came near ${personName(watcher)}.`,
  chat_owner_left: () => 'The owner of the chat left.',
  chat_owner_changed: ({ new_owner }) => `${personName(new_owner)} owns the chat now.`,
  checklist_tasks_done: () => 'Ticked off tasks of a checklist.',
  checklist_tasks_added: () => 'Added tasks to a checklist.',
  poll_option_added: () => 'Added an option to a poll.',
  poll_option_deleted: () => 'Removed an option of a poll.',
  giveaway_created: () => 'Planned a giveaway.',
  giveaway_completed: () => 'The giveaway is over.',
  gift: () => 'Sent a gift.',
  unique_gift: () => 'Sent a gift.',
  successful_payment: () => 'Paid.',
  refunded_payment: () => 'Got a payment back.',
  users_shared: () => 'Shared people with the bot.',
  chat_shared: () => 'Shared a chat with the bot.',
  connected_website: () => 'Logged in to a website.',
  passport_data: () => 'Shared documents with the bot.',
  web_app_data: () => 'Sent data from a web app.',
}

const SENTENCES: readonly Sentence[] = (Object.keys(NOTED) as (keyof Message)[]).map(sentenceFor)

/**
 * A sentence for a service message, null for all others. A kind that Telegram adds later has no field known
 * here, and counts as a service message too.
 */
export function serviceText(message: Message): string | null {
  for (const sentence of SENTENCES) {
    const said = sentence(message)
    if (said !== null) return said
  }
  const isEmpty = messageText(message).text === '' && placeholder(message) === null
  return isEmpty ? 'Something changed in the chat.' : null
}

function sentenceFor<Field extends keyof Message>(field: Field): Sentence {
  const sentence: Noted[Field] = NOTED[field]
  return (message) => {
    const value = message[field]
    return value === undefined || value === null || !sentence ? null : sentence(value)
  }
}

function names(people: readonly User[]): string {
  return people.map(personName).join(', ')
}
