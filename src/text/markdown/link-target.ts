/** What a link in Markdown leads to. */
export type LinkTarget =
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'mail'; readonly address: string }

const SCHEME = /^(?:https?:\/\/|tg:\/\/|mailto:)/i
const LONGEST_SCHEME = 'https://'.length
const MAIL = /^mailto:([^\s?]+@[^\s?]+)$/i
/** Longer ones are no addresses anybody opens. */
const LONGEST = 2_048
const ESCAPE = /\\([!-/:-@[-`{-~])/g

/**
 * Where a link leads whose address stands between two places of a text; null if it may not. Telegram leaves
 * out without a word what it cannot open, and the reader would have neither link nor address: what is
 * refused here stays visible as it was typed.
 */
export function readTarget(text: string, start: number, end: number): LinkTarget | null {
  // Before anything is copied: brackets in brackets would be copied again for each of them.
  if (end - start > LONGEST || !SCHEME.test(text.slice(start, start + LONGEST_SCHEME))) return null
  const href = text.slice(start, end).replaceAll(ESCAPE, '$1')
  // Telegram takes <a href="mailto:ann@example.org"> for the web site example.org; an address that is
  // written out is a link in every client.
  const address = MAIL.exec(href)?.[1]
  if (address !== undefined) return { kind: 'mail', address }
  if (!URL.canParse(href)) return null
  const { protocol, hostname } = new URL(href)
  // Telegram opens no host without a dot: localhost, intranet.
  const isKnown = protocol === 'tg:' || (/^http/.test(protocol) && /[^.]\.[^.]|^\[/.test(hostname))
  return isKnown ? { kind: 'link', href } : null
}
