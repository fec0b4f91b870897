/* A reply may contain only addresses that the model was shown. A client that loads a picture or a link
 * preview sends a request to the address's owner, and an address can carry message text. Clients differ in
 * what they take for a link and where it ends, so the widest reading counts. */

/** File extensions that are no top-level domain: "Node.js/Express" is no address. */
const NO_DOMAIN =
  'jsx?|tsx?|json|html?|css|txt|ya?ml|toml|xml|csv|pdf|docx?|xlsx?|png|jpe?g|gif|svg'
/** With a scheme, with www, or a bare domain with a path; up to a space or a tag. */
const ADDRESS = new RegExp(
  [
    String.raw`(?:https?|ftps?|wss?|file|smb|tg):[\\/]{2}[^\s<>]+`,
    String.raw`(?<![\p{L}\p{N}])www\.[^\s<>]+`,
    String.raw`(?<![\p{L}\p{N}@.-]|(?<!/)/)(?:[\p{L}\p{N}-]+\.)+(?!(?:${NO_DOMAIN})[/?])\p{L}{2,}(?::\d+)?[/?][^\s<>]*`,
  ].join('|'),
  'giu',
)
/** Characters that may end an address or follow it; a citation mark is no part of it. */
const TAIL = /(?:\[\d{1,4}(?:,\s?\d{1,4})*\]|[.,;:!?*_~'"`)\]}|\\…，。、；：！？）」』】》])+$/u
/** No client accepts longer ones, and finding the end takes quadratic time. */
const LONGEST = 2_000
const CLOSER = /[)\]}'"`|\\，。、；：！？）」』】》]/u

/** [label](where "title"), or the end of one whose label has brackets of its own. */
const LINK =
  /(!?\[([^[\]]*)\]|\])\(\s{0,99}<?((?:[^()\s<>]|\([^()\s]{0,99}\)){0,2000})>?[^()]{0,500}\)|\]\(/g
/** [1]: where, also in a quote or a list. */
const REFERENCE = /^[ \t>*+\-\d.)]*\[[^\]\n]+\]:\s*<?([^\s>]+)>?.*$/gm
/** A tag as browsers parse it, and as simpler parsers do: the two may end at different places. */
const TAGS = [/<\/?[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi, /<\/?[a-z][^>]*>/gi]
/** An unclosed tag: something else on the page may close it. */
const OPEN_TAG =
  /<(?:a|area|audio|base|body|embed|form|i?frame|image|img|input|link|meta|object|script|source|svg|use|video)\s.*$/is
const CARRIES =
  /[\s"'/](?:src|srcset|href|xlink:href|style|data|poster|background|action|formaction|content|ping|cite|on\w+)\s*=/i
const AUTOLINK = /^<(?:(?:javascript|vbscript|data|mailto|tel|sms):|[a-z][a-z0-9+.-]*:[\\/]{2})/i

const LEFT_OUT = '(address left out)'

/** Every address in these texts. */
export function addressesIn(texts: readonly string[]): ReadonlySet<string> {
  const found = texts.flatMap((text) => text.match(ADDRESS) ?? [])
  // In text without spaces, the address ends at its first bracket or quote.
  return new Set(
    found.flatMap((address) => [withoutTail(address), withoutTail(upToCloser(address))]),
  )
}

/** Removes addresses that were not shown as a whole: a known host with another path could leak text. */
export function onlyKnownAddresses(text: string, known: ReadonlySet<string>): string {
  const isKnown = (address: string) => known.has(withoutTail(address))
  const tagOf = (tag: string) => {
    if (CARRIES.test(tag)) return ''
    return AUTOLINK.test(tag) && !isKnown(tag.slice(1, -1)) ? LEFT_OUT : tag
  }
  // Separately, or every < would be searched to the end of the text.
  const end = text.lastIndexOf('>') + 1
  const closed = TAGS.reduce((rest, tag) => rest.replaceAll(tag, tagOf), text.slice(0, end))
  return `${closed}${text.slice(end).replace(OPEN_TAG, tagOf)}`
    .replaceAll(REFERENCE, (line, where: string) =>
      leadsSomewhere(where) && !isKnown(where) ? '' : line,
    )
    .replaceAll(LINK, (whole, ...groups) => linkOf(whole, groups, isKnown))
    .replaceAll(ADDRESS, (address) => keepKnown(address, known))
}

function linkOf(
  whole: string,
  groups: readonly unknown[],
  isKnown: (address: string) => boolean,
): string {
  const [before, label, where] = groups as readonly (string | undefined)[]
  // Nested too deeply to be parsed: with a space in between it is no link.
  if (before === undefined || where === undefined) return '] ('
  if (isKnown(where)) return whole
  if (leadsSomewhere(where)) return label ?? before
  // An index and a call, or a relative link: a word leads nowhere, a name with a dot could.
  return where.includes('.') ? whole.replace('](', '] (') : whole
}

function leadsSomewhere(where: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:.|[\\/#?]|www\.)|[&%]|\.\p{L}{2,}[/?:#]/iu.test(where)
}

/** Puts a space between a known address and a continuation that was not shown. */
function keepKnown(address: string, known: ReadonlySet<string>): string {
  const bare = withoutTail(address)
  if (known.has(bare)) return address
  const short = upToCloser(address)
  if (known.has(withoutTail(short))) return `${short} ${address.slice(short.length)}`
  return `${LEFT_OUT}${address.slice(bare.length)}`
}

function upToCloser(address: string): string {
  const end = address.search(CLOSER)
  return end === -1 ? address : address.slice(0, end)
}

function withoutTail(address: string): string {
  return address.length > LONGEST ? address : address.replace(TAIL, '')
}
