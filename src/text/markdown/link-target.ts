/** The target of a link in Markdown. */
type LinkTarget =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'mail'; readonly address: string }

const SCHEME = /^(?:https?:\/\/|tg:\/\/|mailto:)/i
const LONGEST_SCHEME = 'https://'.length
const MAIL = /^mailto:([^\s?]+@[^\s?]+)$/i
/** Longer ones are not usable as addresses. */
const LONGEST = 2_048
const ESCAPE = /\\([!-/:-@[-`{-~])/g

/**
 * The target of a link whose address is between two positions of a text; null if it is not allowed. Telegram silently
 * drops what it cannot open, and the reader would have neither link nor address: a refused link stays visible as it
 * was typed.
 */
export function readTarget(text: string, start: number, end: number): LinkTarget | null {
  // Before anything is copied: nested brackets would be copied again for each level.
  if (end - start > LONGEST || !SCHEME.test(text.slice(start, start + LONGEST_SCHEME))) return null
  const href = text.slice(start, end).replaceAll(ESCAPE, '$1')
  // Telegram treats <a href="mailto:ann@example.org"> as the web site example.org; an address in plain text is a link
  // in every client.
  const address = MAIL.exec(href)?.[1]
  if (address !== undefined) return { kind: 'mail', address }
  if (!URL.canParse(href)) return null
  const { protocol, hostname } = new URL(href)
  // Telegram opens no host without a dot: localhost, intranet.
  const isKnown = protocol === 'tg:' || (/^http/.test(protocol) && /[^.]\.[^.]|^\[/.test(hostname))
  return isKnown ? { kind: 'link', href } : null
}
