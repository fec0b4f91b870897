import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fetchBytes, isInside } from './fetch-media.ts'

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const anywhere = { maxBytes: 1_000, signal: undefined, isRefused: () => false }
const guarded = { maxBytes: 1_000, signal: undefined }

describe('bytes at an address', () => {
  test('are read', async () => {
    const url = await serving((_, reply) => reply.end('a picture'))
    const bytes = await fetchBytes(url, anywhere)
    expect(new TextDecoder().decode(bytes ?? undefined)).toBe('a picture')
  })

  test('of our own network are refused before anyone is asked', async () => {
    let asked = 0
    const url = await serving((_, reply) => {
      asked += 1
      reply.end('secret')
    })
    expect(await fetchBytes(url, guarded)).toBeNull()
    // The name is harmless, its address is not: detected when it is resolved.
    expect(await fetchBytes(url.replace('127.0.0.1', 'localhost'), guarded)).toBeNull()
    expect(asked).toBe(0)
  })

  test('a redirect is not followed, a missing one is nothing', async () => {
    const url = await serving(({ url: path }, reply) => {
      if (path === '/moved') reply.writeHead(302, { location: '/' })
      else if (path !== '/') reply.writeHead(404)
      reply.end('found')
    })
    expect(await fetchBytes(`${url}/moved`, anywhere)).toBeNull()
    expect(await fetchBytes(`${url}/gone`, anywhere)).toBeNull()
    expect(await fetchBytes(`${url}/`, anywhere)).not.toBeNull()
  })

  test('too many are not read to the end, whether the size was told or not', async () => {
    const told = await serving((_, reply) => reply.end('x'.repeat(1_001)))
    expect(await fetchBytes(told, anywhere)).toBeNull()
    const untold = await serving((_, reply) => {
      const more = () => reply.write('x'.repeat(500), () => setImmediate(more))
      more()
    })
    expect(await fetchBytes(untold, anywhere)).toBeNull()
  })

  test('whoever no longer wants them stops the request', async () => {
    const url = await serving(() => gone.abort())
    const gone = new AbortController()
    expect(await fetchBytes(url, { ...anywhere, signal: gone.signal })).toBeNull()
  })

  test.each([
    '',
    'no address',
    'ftp://a/b',
    'file:///etc/passwd',
    'http://u:p@a.example/',
    'data:,x',
  ])('%j is none', async (url) => {
    expect(await fetchBytes(url, anywhere)).toBeNull()
  })
})

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.20.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['not an address', true],
  ['93.184.216.34', false],
  ['172.32.0.1', false],
  ['2606:2800:220:1::1', false],
])('%s is inside: %s', (address, inside) => {
  expect(isInside(address)).toBe(inside)
})
