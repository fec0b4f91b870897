import type { IncomingMessage } from 'node:http'
import { badRequest } from './refusal.ts'

/* The Bot API takes parameters from the address, a form or JSON. In the first two everything is
 * text, and lists and objects are JSON in it; so all readers below take both. */

/** A file that came with a form. */
export type Upload = { readonly name: string; readonly bytes: Uint8Array }
export type Parameters = {
  readonly values: Readonly<Record<string, unknown>>
  readonly uploads: ReadonlyMap<string, Upload>
}

/** Reads what a request asks with. */
export async function readParameters(request: IncomingMessage, url: URL): Promise<Parameters> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  const query = Object.fromEntries(url.searchParams)
  const uploads = new Map<string, Upload>()
  if (body.length === 0) return { values: query, uploads }
  if (type.startsWith('application/json')) {
    return { values: { ...query, ...readJson(body.toString()) }, uploads }
  }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return {
      values: { ...query, ...Object.fromEntries(new URLSearchParams(String(body))) },
      uploads,
    }
  }
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined) throw badRequest("can't parse the request")
  const values: Record<string, unknown> = { ...query }
  for (const { name, fileName, bytes } of readParts(body, boundary)) {
    if (fileName === undefined) values[name] = bytes.toString()
    else uploads.set(name, { name: fileName, bytes: new Uint8Array(bytes) })
  }
  return { values, uploads }
}

/**
 * The parts of a form with files. Read by hand: the one that comes with Node wants its headers in
 * one spelling, and not the one that grammY writes.
 */
function* readParts(body: Buffer, boundary: string) {
  const border = Buffer.from(`--${boundary}`)
  let start = body.indexOf(border) + border.length
  for (;;) {
    const end = body.indexOf(border, start)
    if (end < 0) return
    const part = body.subarray(start, end)
    const headEnd = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, headEnd).toString()
    const name = /[;\s]name="([^"]*)"/i.exec(head)?.[1]
    if (headEnd < 0 || name === undefined) throw badRequest("can't parse the request")
    const fileName = /[;\s]filename="?([^";\r]*)/i.exec(head)?.[1]
    // A part ends with a line break that is not its own.
    yield { name, fileName, bytes: part.subarray(headEnd + 4, part.length - 2) }
    start = end + border.length
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // The same words for both.
  }
  throw badRequest("can't parse JSON object")
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text; empty if it is not there. */
export function textOr(parameters: Parameters, name: string, otherwise = ''): string {
  const value = parameters.values[name]
  return value === undefined || value === null ? otherwise : String(value)
}

/** A whole number, or what holds without it. */
export function integerOr(parameters: Parameters, name: string, otherwise: number): number {
  const value = Number(parameters.values[name] ?? otherwise)
  return Number.isInteger(value) ? value : otherwise
}

/** True if it is set, in one of the ways people write that. */
export const isSet = (parameters: Parameters, name: string) =>
  ['true', '1', 'yes'].includes(textOr(parameters, name).toLowerCase())

/** A list or an object, which may come as text. */
export function structureOf(parameters: Parameters, name: string): unknown {
  const value = parameters.values[name]
  if (typeof value !== 'string') return value ?? undefined
  try {
    return value === '' ? undefined : JSON.parse(value)
  } catch {
    throw badRequest(`can't parse ${name.replaceAll('_', ' ')} JSON object`)
  }
}
