import type { MessageLinks } from '../message.ts'

/** Web addresses of a chat's messages: Telegram writes ids of supergroups with a leading -100, and only those have any. */
export function telegramLinks(chatId: string): MessageLinks | undefined {
  const group = /^-100(\d+)$/.exec(chatId)?.[1]
  if (group === undefined) return undefined
  const base = `https://t.me/c/${group}`
  return { message: `${base}/{digits}`, threadMessage: `${base}/{thread}/{digits}` }
}
