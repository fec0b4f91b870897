import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import type { Api } from '../env.ts'

type Asset = {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
  /** Zipped when it is first asked for: all of them take a tenth of a second, which would delay the start. */
  zipped(): Uint8Array<ArrayBuffer>
  readonly tag: string
}
/** The console's files by their address. */
export type ConsoleFiles = ReadonlyMap<string, Asset>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Only scripts that we serve run, and they can connect to no other host: not by an image, a form or a frame.
 * Strings never become code or markup; React does not need that.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Reads the built console into memory, half a megabyte; null where it was not built. */
export function readConsoleFiles(directory: string): ConsoleFiles | null {
  const files = new Map<string, Asset>()
  for (const name of listFiles(directory)) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const body = new Uint8Array(readFileSync(join(directory, name)))
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    files.set(`/${name}`, { type, body, zipped: once(() => zip(body)), tag })
  }
  return files.has('/index.html') ? files : null
}

function zip(body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(body, { level: 9 }))
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

/** The console: a page and its assets. They need no key, as they hold no user data. */
export function addConsoleRoutes(api: Api, files: ConsoleFiles | null): void {
  if (files === null) {
    api.get('/', (c) =>
      c.text('The console was not built. Run "npm run build", then start again. See /docs.', 404),
    )
    return
  }
  for (const [path, asset] of files) {
    const isPage = path === '/index.html'
    api.get(isPage ? '/' : path, (c) => sendAsset(c, asset, isPage))
  }
}

function sendAsset(c: Context, asset: Asset, isPage: boolean): Response {
  c.header('ETag', asset.tag)
  c.header('Vary', 'Accept-Encoding')
  // The names of all files but the page and its icon contain a hash of their content.
  const isNamedByContent = c.req.path.startsWith('/assets/')
  c.header('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (isPage) c.header('Content-Security-Policy', POLICY)
  if (c.req.header('if-none-match') === asset.tag) return c.body(null, 304)
  c.header('Content-Type', asset.type)
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(asset.body)
  c.header('Content-Encoding', 'gzip')
  return c.body(asset.zipped())
}
