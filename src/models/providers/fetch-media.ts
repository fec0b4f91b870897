import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'

/* The bytes of a picture that a chat member linked to. The URL is untrusted, so it must not lead into our own
 * network: host names are checked when they are resolved, by the same look-up that connects, and redirects
 * are not followed. */

const PATIENCE_MS = 10_000

const INSIDE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  INSIDE.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  INSIDE.addSubnet(net, bits, 'ipv6')
}

/** True for an address of this machine or of a network only it can reach. */
export function isInside(address: string): boolean {
  const family = isIP(address)
  return family === 0 || INSIDE.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

type FetchLimits = {
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  /** Which addresses are refused; for tests, whose servers are local. */
  readonly isRefused?: (address: string) => boolean
}

/** The bytes at an http(s) URL; null if it is refused, missing, too large or too slow. */
export async function fetchBytes(url: string, limits: FetchLimits): Promise<Uint8Array | null> {
  const target = URL.canParse(url) ? new URL(url) : null
  if (target === null || !/^https?:$/.test(target.protocol) || target.username !== '') return null
  const isRefused = limits.isRefused ?? isInside
  const host = target.hostname.replaceAll(/[[\]]/g, '')
  if (isIP(host) !== 0 && isRefused(host)) return null
  try {
    return await read(target, isRefused, limits)
  } catch {
    return null
  }
}

function read(
  target: URL,
  isRefused: (address: string) => boolean,
  { maxBytes, signal }: FetchLimits,
): Promise<Uint8Array | null> {
  const client = target.protocol === 'https:' ? https : http
  const deadline = AbortSignal.timeout(PATIENCE_MS)
  const options = { lookup: guardedLookup(isRefused), signal: deadline, agent: false }
  return new Promise((done, fail) => {
    const request = client.get(target, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      if (response.statusCode !== 200 || Number(response.headers['content-length']) > maxBytes) {
        request.destroy()
        done(null)
        return
      }
      response.on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size > maxBytes) {
          request.destroy()
          done(null)
        }
      })
      response.on('end', () => done(new Uint8Array(Buffer.concat(parts))))
      response.on('error', fail)
    })
    request.on('error', fail)
    signal?.addEventListener('abort', () => request.destroy(), { once: true })
  })
}

/** Resolves a name and refuses it if any of its addresses is inside. */
function guardedLookup(isRefused: (address: string) => boolean): typeof resolve {
  const guarded = (
    hostname: string,
    options: object,
    callback: (error: Error | null, address?: unknown, family?: number) => void,
  ) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0]
      if (error !== null || first === undefined) return callback(error ?? new Error('no address'))
      if (addresses.some(({ address }) => isRefused(address))) {
        return callback(new Error('the address is not a public one'))
      }
      return 'all' in options && options.all === true
        ? callback(null, addresses)
        : callback(null, first.address, first.family)
    })
  }
  return guarded as typeof resolve
}
