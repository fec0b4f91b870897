import { afterEach, describe, expect, test } from 'vitest'
import { type MatrixServer, startMatrixServer } from '../../../test/matrix-server/matrix-server.ts'
import { createMatrixPeople } from '../../../test/matrix-server/people.ts'
import { matrixClient } from './client.ts'
import { matrixFiles } from './matrix-files.ts'
import { findMatrixMember } from './members.ts'

let server: MatrixServer
afterEach(() => server.stop())

async function begin() {
  server = await startMatrixServer()
  const people = createMatrixPeople(server)
  const [ann, bob] = [people.person('Ann'), people.person('Bob')]
  return { people, ann, bob, client: matrixClient(server.url, server.token()) }
}

describe('a member', () => {
  test('is an admin from the power level of a moderator on', async () => {
    const { people, ann, bob, client } = await begin()
    const room = people.createRoom([ann, bob])
    const isAdmin = async () => (await findMatrixMember(client, room.id, bob.id))?.isAdmin
    expect(await isAdmin()).toBe(false)
    for (const [level, expected] of [
      [50, true],
      [49, false],
      ['100', true],
      ['x', false],
    ] as const) {
      people.setState(room, ann.id, 'm.room.power_levels', { users: { [bob.id]: level } })
      expect(await isAdmin()).toBe(expected)
    }
    people.setState(room, ann.id, 'm.room.power_levels', { users_default: 50 })
    expect(await isAdmin()).toBe(true)
  })

  test('who created a room of version 12 is one, without a level', async () => {
    const { people, ann, bob, client } = await begin()
    for (const [version, expected] of [
      ['12', true],
      ['11', false],
    ] as const) {
      const room = people.createRoom([ann, bob], { version })
      people.setState(room, ann.id, 'm.room.power_levels', {})
      expect((await findMatrixMember(client, room.id, ann.id))?.isAdmin).toBe(expected)
      expect((await findMatrixMember(client, room.id, bob.id))?.isAdmin).toBe(false)
    }
  })

  test('is listed by the id, and by no name of their own choice', async () => {
    const { people, ann, client } = await begin()
    const room = people.createRoom([ann])
    expect(await findMatrixMember(client, room.id, ann.id)).toMatchObject({
      names: ['ann:matrix.test'],
    })
  })

  test('who left, or never was there, is none; neither in a room that is none', async () => {
    const { people, ann, bob, client } = await begin()
    const room = people.createRoom([ann])
    people.setMember(room, ann.id, 'leave')
    expect(await findMatrixMember(client, room.id, ann.id)).toBeNull()
    expect(await findMatrixMember(client, room.id, bob.id)).toBeNull()
    expect(await findMatrixMember(client, '!gone:matrix.test', ann.id)).toBeNull()
    expect(await findMatrixMember(client, '../../admin', ann.id)).toBeNull()
  })

  test('is not judged while the homeserver fails', async () => {
    const { people, ann, client } = await begin()
    const room = people.createRoom([ann])
    server.fault({ endpoint: 'state', kind: 'refuse', status: 500, errcode: 'M_UNKNOWN' })
    await expect(findMatrixMember(client, room.id, ann.id)).rejects.toThrow('500 M_UNKNOWN')
  })
})

describe('a file', () => {
  const limits = { maxBytes: 1_000, signal: undefined }

  test('is fetched with the token, from the bot’s own homeserver', async () => {
    const { client } = await begin()
    server.world.media.set('mxc://other.test/abc', new Uint8Array([1, 2, 3]))
    const fetch = matrixFiles(client)
    expect(await fetch({ kind: 'photo', fileId: 'mxc://other.test/abc' }, limits)).toEqual(
      new Uint8Array([1, 2, 3]),
    )
  })

  test('is none if it is too large, gone, or no address of media', async () => {
    const { client } = await begin()
    server.world.media.set('mxc://matrix.test/large', new Uint8Array(1_001))
    const fetch = matrixFiles(client)
    for (const fileId of [
      'mxc://matrix.test/large',
      'mxc://matrix.test/gone',
      'https://matrix.test/abc',
      'mxc://../abc',
      'mxc://matrix.test/../../v3/account/whoami',
      'mxc://matrix.test/a?b',
      undefined,
    ]) {
      expect(await fetch({ kind: 'photo', fileId }, limits)).toBeNull()
    }
    expect(server.violations()).toEqual([])
  })

  test('is none if the connection breaks or the caller gives up', async () => {
    const { client } = await begin()
    server.world.media.set('mxc://matrix.test/abc', new Uint8Array(3))
    const fetch = matrixFiles(client)
    const media = { kind: 'photo', fileId: 'mxc://matrix.test/abc' }
    server.fault({ endpoint: 'media', kind: 'cut', when: 'before' })
    expect(await fetch(media, limits)).toBeNull()
    const given = AbortSignal.abort()
    expect(await fetch(media, { ...limits, signal: given })).toBeNull()
  })
})
