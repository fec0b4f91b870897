/* Slack's own markup, as it is displayed: <@U1> is a name, <https://…|words> is a link with a text. */

const MARK = /<([@#!][^<>]+|[a-z][a-z0-9+.-]*:[^<>]+)>/g
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** The displayed text; `nameOf` returns the name of a person or a channel by id. */
export function slackText(text: string, nameOf: (id: string) => string | null): string {
  return text
    .replace(MARK, (_, inside: string) => shown(inside, nameOf))
    .replace(/&(lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}

function shown(inside: string, nameOf: (id: string) => string | null): string {
  const bar = inside.indexOf('|')
  const [target, label] = bar < 0 ? [inside, ''] : [inside.slice(0, bar), inside.slice(bar + 1)]
  if (target.startsWith('@')) return `@${nameOf(target.slice(1)) ?? (label || target.slice(1))}`
  if (target.startsWith('#')) return `#${label || nameOf(target.slice(1)) || target.slice(1)}`
  if (target.startsWith('!')) return label || `@${target.slice(1).split('^')[0]}`
  const place = target.replace(/^mailto:/, '')
  return label === '' || label === place ? place : `${label} (${place})`
}
