import type { Rich } from '../../text/markdown/rich.ts'
import { splitRich } from '../../text/markdown/split-rich.ts'
import type { Channel, ChannelLimits } from '../channel.ts'

/**
 * Cuts a text into messages that the platform accepts. A platform may count the marks of the formatting too: a part
 * that is longer with them is cut again.
 */
export function splitForChannel(
  rich: Rich,
  channel: Pick<Channel, 'lengthOf'> & { readonly limits: Pick<ChannelLimits, 'characters'> },
  limit = channel.limits.characters,
): Rich[] {
  return splitRich(rich, limit).flatMap((part) => {
    const length = channel.lengthOf(part)
    const max = channel.limits.characters
    if (length <= max || part.text.length <= 2) return [part]
    const fitting = Math.floor((part.text.length * max) / length)
    return splitForChannel(part, channel, Math.max(2, Math.min(fitting, part.text.length - 1)))
  })
}
