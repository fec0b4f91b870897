import { z } from 'zod'
import { componentTexts } from './read/component-texts.ts'

/* What of Discord's objects is read. Everything else is dropped when an event arrives, so that the inbox holds nothing
 * that is not needed, and no payload is nested deeper than these. An optional part of another shape is ignored; without
 * a required part the object is refused as a whole. */

const Id = z.string().regex(/^\d{1,20}$/)
/** An optional part; undefined where it is missing, null or of another shape. */
const maybe = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined)
/** A list without the items of another shape. */
const listOf = <T extends z.ZodType>(schema: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((item) => readSafely(schema, item)))

function readSafely<T extends z.ZodType>(schema: T, value: unknown): z.output<T>[] {
  const read = schema.safeParse(value)
  return read.success ? [read.data] : []
}

export const DiscordUser = z.object({
  id: Id,
  username: z.string(),
  global_name: maybe(z.string()),
  bot: maybe(z.boolean()),
})
export type DiscordUser = z.output<typeof DiscordUser>

const MemberPart = z.object({ nick: maybe(z.string()) })

const DiscordAttachment = z.object({
  id: Id,
  filename: z.string(),
  url: z.string(),
  content_type: maybe(z.string()),
  size: maybe(z.number().int().nonnegative()),
  waveform: maybe(z.string()),
})
export type DiscordAttachment = z.output<typeof DiscordAttachment>

const Embed = z.object({
  type: maybe(z.string()),
  title: maybe(z.string()),
  description: maybe(z.string()),
  fields: listOf(z.object({ name: z.string(), value: z.string() })),
})

const Poll = z.object({
  question: z.object({ text: maybe(z.string()) }),
  answers: listOf(z.object({ poll_media: z.object({ text: maybe(z.string()) }) })),
})

/** What a message, a forwarded copy and a message that was replied to have in common. */
const content = {
  type: z.number().int().catch(0),
  content: z.string().catch(''),
  attachments: listOf(DiscordAttachment),
  embeds: listOf(Embed),
  sticker_items: listOf(z.object({ name: z.string() })),
  poll: maybe(Poll),
  components: z.unknown().optional().transform(componentTexts),
  mentions: listOf(DiscordUser.extend({ member: maybe(MemberPart) })),
  mention_roles: listOf(Id),
}
const DiscordContent = z.object(content)
export type DiscordContent = z.output<typeof DiscordContent>

const signed = {
  ...content,
  id: Id,
  author: DiscordUser,
  webhook_id: maybe(Id),
  timestamp: z.iso.datetime({ offset: true }),
}
const ReferencedMessage = z.object(signed)
export type ReferencedMessage = z.output<typeof ReferencedMessage>

export const DiscordMessage = z.object({
  ...signed,
  channel_id: Id,
  member: maybe(MemberPart),
  edited_timestamp: maybe(z.iso.datetime({ offset: true })),
  message_reference: maybe(
    z.object({ type: maybe(z.number()), message_id: maybe(Id), channel_id: maybe(Id) }),
  ),
  referenced_message: maybe(ReferencedMessage),
  message_snapshots: listOf(z.object({ message: DiscordContent })),
  reactions: listOf(
    z.object({
      count: z.number().int().nonnegative(),
      emoji: z.object({ id: maybe(Id), name: maybe(z.string()) }),
    }),
  ),
})
export type DiscordMessage = z.output<typeof DiscordMessage>

/** The parts of an edited message that show that its text was edited. */
export const EditedPart = z.object({
  id: Id,
  channel_id: Id,
  content: z.string(),
  edited_timestamp: z.iso.datetime({ offset: true }),
})

const Overwrite = z.object({ id: Id, allow: z.string(), deny: z.string() })

export const DiscordRoom = z.object({
  id: Id,
  type: z.number().int(),
  guild_id: maybe(Id),
  parent_id: maybe(Id),
  name: maybe(z.string()),
  last_message_id: maybe(Id),
  permission_overwrites: listOf(Overwrite),
  thread_metadata: maybe(z.object({ archive_timestamp: maybe(z.string()) })),
})
/** A channel of Discord: a text channel, a forum, a thread, a private chat. */
export type DiscordRoom = z.output<typeof DiscordRoom>

export const DiscordRole = z.object({
  id: Id,
  name: z.string(),
  permissions: z.string().regex(/^\d{1,30}$/),
  tags: maybe(z.object({ bot_id: maybe(Id) })),
})
export type DiscordRole = z.output<typeof DiscordRole>

export const DiscordMember = z.object({ user: maybe(DiscordUser), roles: listOf(Id) })

export const DiscordGuild = z.object({
  id: Id,
  name: z.string(),
  owner_id: maybe(Id),
  joined_at: maybe(z.iso.datetime({ offset: true })),
  system_channel_id: maybe(Id),
  roles: listOf(DiscordRole),
  channels: listOf(DiscordRoom),
  threads: listOf(DiscordRoom),
  members: listOf(DiscordMember),
})
export type DiscordGuild = z.output<typeof DiscordGuild>

export const DiscordInteraction = z.object({
  id: Id,
  type: z.number().int(),
  token: z.string().min(1),
  channel_id: Id,
  data: z.object({
    name: maybe(z.string()),
    custom_id: maybe(z.string()),
    options: listOf(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })),
  }),
  member: maybe(z.object({ user: DiscordUser, nick: maybe(z.string()) })),
  user: maybe(DiscordUser),
  message: maybe(z.object({ id: Id })),
})
export type DiscordInteraction = z.output<typeof DiscordInteraction>
