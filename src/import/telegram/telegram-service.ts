import { type Fields, fieldText, textsOf } from '../../text/fields.ts'

/* Telegram's service messages, as a short sentence. They are stored as system messages, and are part of no
 * conversation. */

type Sentence = (note: Fields) => string

const members: Sentence = (note) => textsOf(note.members).join(', ') || 'somebody'
const title: Sentence = (note) => {
  const text = fieldText(note.title) ?? fieldText(note.new_title)
  return text === null ? '' : ` “${text}”`
}

const SENTENCES: Readonly<Record<string, Sentence>> = {
  create_group: (note) => `created the group${title(note)}`,
  create_channel: (note) => `created the channel${title(note)}`,
  edit_group_title: (note) => `renamed the chat to${title(note)}`,
  edit_group_photo: () => 'changed the photo of the chat',
  delete_group_photo: () => 'removed the photo of the chat',
  invite_members: (note) => `added ${members(note)}`,
  remove_members: (note) => `removed ${members(note)}`,
  join_group_by_link: () => 'joined by a link',
  join_group_by_request: () => 'joined by a request',
  joined_telegram: () => 'joined Telegram',
  migrate_to_supergroup: () => 'made the group a supergroup',
  migrate_from_group: () => 'made the group a supergroup',
  pin_message: () => 'pinned a message',
  clear_history: () => 'cleared the history',
  topic_created: (note) => `created the topic${title(note)}`,
  topic_edit: (note) => `changed the topic${title(note)}`,
  phone_call: () => 'called',
  conference_call: () => 'called',
  group_call: () => 'held a video chat',
  group_call_scheduled: () => 'planned a video chat',
  invite_to_group_call: (note) => `invited ${members(note)} to a video chat`,
  set_messages_ttl: () => 'set when messages delete themselves',
  edit_chat_theme: () => 'changed the theme',
  set_chat_wallpaper: () => 'changed the wallpaper',
  set_same_chat_wallpaper: () => 'changed the wallpaper',
  take_screenshot: () => 'took a screenshot',
  score_in_game: (note) => `scored ${Number(note.score) || 0} in a game`,
  boost_apply: () => 'boosted the chat',
}

/** The service message as a sentence: "Ann pinned a message". */
export function noteOf(note: Fields, actor: string | null): string {
  const action = fieldText(note.action) ?? ''
  // Telegram Desktop writes some of these texts itself, in the language of its user.
  const own = action === 'custom_action' ? fieldText(note.title) : fieldText(note.information_text)
  if (own !== null) return own
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action] : undefined
  const what = sentence?.(note) ?? (action.replaceAll('_', ' ') || 'did something')
  return `${actor ?? 'Somebody'} ${what}`
}
