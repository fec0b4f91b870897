import { fetchBytes } from '../../models/providers/fetch-media.ts'
import type { FetchChannelFile } from '../channel.ts'
import type { DiscordApi } from './discord-api.ts'
import { fetchMessage } from './message-events.ts'

const HOSTS = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/** True for an address of Discord's own files. */
export function isDiscordFile(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && HOSTS.has(hostname)
}

/**
 * Downloads files that were sent to the bot: from Discord's own hosts, or from the host of the operator's setting, and
 * without the token. The message is requested first: the addresses of its files expire, and it may be deleted by now.
 */
export function discordFiles(api: DiscordApi, root: string): FetchChannelFile {
  const { host } = new URL(root)
  return async ({ fileId = '' }, limits) => {
    const [room = '', messageId = '', id] = fileId.split('/')
    if (!/^\d+$/.test(room) || !/^\d+$/.test(messageId)) return null
    const message = await fetchMessage(room, messageId, api)
    const file = message?.attachments.find((one) => one.id === id)
    if (file === undefined || (file.size ?? 0) > limits.maxBytes) return null
    if (isDiscordFile(file.url)) return fetchBytes(file.url, limits)
    const isOperators = URL.canParse(file.url) && new URL(file.url).host === host
    return isOperators ? fetchBytes(file.url, { ...limits, isRefused: () => false }) : null
  }
}
