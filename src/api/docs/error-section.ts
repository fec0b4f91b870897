import { html } from 'hono/html'
import type { ErrorCode } from '../../domain/errors.ts'
import { ERRORS, RETRY_AFTER } from '../errors/errors.ts'
import { type ApiDocument, type Operation, PROBLEM, routesOf } from './document-types.ts'
import { code, type Html, prose, table } from './markup.ts'

/** Codes that most routes have in common; their meaning is in the table of all codes. */
const COMMON: ReadonlySet<string> = new Set<ErrorCode>([
  ...([
    'invalid_request',
    'malformed_json',
    'json_too_deep',
    'body_too_large',
    'not_json',
  ] as const),
  ...(['not_signed_in', 'forbidden', 'rate_limited', 'internal', 'write_not_made'] as const),
  ...(['database_unavailable', 'database_stalled', 'shutting_down', 'disk_full'] as const),
])

/** The error codes that an operation declares. */
export function codesOf({ responses }: Operation): ErrorCode[] {
  return Object.values(responses).flatMap(({ content }) => {
    const parts = content?.[PROBLEM]?.schema?.allOf ?? []
    return parts.flatMap(({ properties }) => (properties?.code?.enum ?? []) as ErrorCode[])
  })
}

/** The errors of one operation: its own in a table, the common ones in a line. */
export function operationErrors(operation: Operation, label: string): Html {
  const codes = codesOf(operation)
  if (codes.length === 0) return html`<p>None.</p>`
  const own = codes.filter((one) => !COMMON.has(one))
  const common = codes.filter((one) => COMMON.has(one))
  const rows = own.map((one) => [
    String(ERRORS[one].status),
    codeLink(one),
    prose(ERRORS[one].when),
  ])
  return html`${own.length === 0 ? '' : table(`Errors of ${label}`, ['Status', 'Code', 'When'], rows)}
${common.length === 0 ? '' : html`<p>${own.length === 0 ? 'Common codes' : 'And the common codes'}: ${common.map((one, i) => html`${i === 0 ? '' : ', '}${ERRORS[one].status} ${codeLink(one)}`)}.</p>`}`
}

/** All codes, with what to do about each. */
export function errorSection(document: ApiDocument): Html {
  const sent = new Set<ErrorCode>(['route_not_found', 'method_not_allowed'])
  for (const { operation } of routesOf(document))
    for (const one of codesOf(operation)) sent.add(one)
  const codes = (Object.keys(ERRORS) as ErrorCode[]).toSorted(byStatus)
  return html`<h2 id="errors">Errors</h2>
<p>An error is <code>${PROBLEM}</code> (RFC 9457), a <a href="#shape-Problem">Problem</a>. Programs read <code>code</code>, which never changes its meaning; people read <code>detail</code>, which says what failed and what to do. Where a later attempt makes sense, the header <code>Retry-After</code> has the seconds to wait.</p>
${codeTable(
  'Error codes',
  codes.filter((one) => sent.has(one)),
)}
<h3 id="other-errors">Codes of the command line and the log</h3>
<p>No route responds with these. They appear in the terminal, in the log, or in a field that names the failure of a source, tool or job.</p>
${codeTable(
  'Codes of the command line and the log',
  codes.filter((one) => !sent.has(one)),
)}`
}

function codeTable(label: string, codes: readonly ErrorCode[]): Html {
  const rows = codes.map((one) => [
    String(ERRORS[one].status),
    html`<code id="error-${one}">${one}</code>`,
    prose(ERRORS[one].when),
    prose(ERRORS[one].next),
    RETRY_AFTER[one] === undefined ? '' : `${RETRY_AFTER[one]} s`,
  ])
  return table(label, ['Status', 'Code', 'When', 'What to do', 'Retry after'], rows)
}

function codeLink(one: ErrorCode): Html {
  return html`<a href="#error-${one}">${code(one)}</a>`
}

function byStatus(a: ErrorCode, b: ErrorCode): number {
  return ERRORS[a].status - ERRORS[b].status || (a < b ? -1 : 1)
}
