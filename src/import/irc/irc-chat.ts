import { chatNameOf } from '../chat-name.ts'

/* The same channel name exists on many networks, so the network is part of the chat's name where the path tells it. */

/** WeeChat: irc.libera.#tea.weechatlog */
const IN_NAME = /^irc\.(.+)\.([#&+!].*)$/
/** ZNC: networks/libera/moddata/log/#tea/…; irssi: irclogs/libera/#tea.log; HexChat: scrollback/libera/#tea.txt */
const IN_FOLDER = /(?:^|[\\/])(?:networks|irclogs|scrollback|logs)[\\/]([^\\/#&+!\d][^\\/]*)[\\/]/i

/** "irclogs/libera/#tea.log" → "libera/#tea"; without a network "#tea". */
export function ircChatOf(path: string): string {
  const name = chatNameOf(path)
  const [, server, channel] = IN_NAME.exec(name) ?? []
  if (server !== undefined) return `${server}/${channel}`
  const network = IN_FOLDER.exec(path)?.[1]
  return network === undefined ? name : `${network}/${name}`
}
