import { describe, expect, test } from 'vitest'
import { admin, delivery, incoming, NOW, testEngine } from '../../../test/deps.ts'
import { scriptedModel } from '../../../test/scripted-model.ts'
import { useDatabase } from '../../../test/with-db.ts'
import type { IncomingMessage, Media } from '../../domain/message.ts'
import type { FetchMedia } from './attach-media.ts'

const db = useDatabase()
const PHOTO: Media = { kind: 'photo', fileId: 'f1', mimeType: 'image/png' }
const author = { externalId: 'ann', name: 'Ann', username: null, isBot: false }

/** A chat, a model that takes some kinds of media, and a record of which bytes were fetched. */
async function setUp(
  messages: readonly IncomingMessage[],
  { takes = /image/, bytes = 4 }: { takes?: RegExp; bytes?: number } = {},
) {
  const here = await db.fresh()
  const fetched: string[] = []
  const fetchMedia: FetchMedia = async ({ fileId }) => {
    fetched.push(fileId ?? '')
    return fileId === 'lost' ? null : new Uint8Array(bytes)
  }
  const model = {
    ...scriptedModel({ answer: 'A heron.' }),
    accepts: (type: string) => takes.test(type),
  }
  const { engine } = testEngine(here, { model, fetchMedia })
  await engine.receive(admin(here), delivery(...messages))
  const ask = async (more: { messageId?: string; replyTo?: string }) => {
    const asked = { threadId: 'api:team', text: '@bot what is this?', author, quote: null }
    await engine.ask(
      admin(here),
      { messageId: null, replyTo: null, askedAt: NOW, budgetTokens: 4_000, ...asked, ...more },
      { sessionId: null, window: 5 },
    )
    return model.calls.at(-1)?.prompt.messages.at(-1)
  }
  return { ask, fetched }
}

const said = (externalId: string, text: string, media: readonly Media[], minutesAgo: number) =>
  incoming('Ann', text, { externalId, media, minutesAgo })

describe('media', () => {
  test('of a message nobody addressed to the bot ride along once somebody replies to it', async () => {
    const { ask, fetched } = await setUp([
      said('1', 'look at this bird', [PHOTO], 30),
      said('2', 'and this one', [{ ...PHOTO, fileId: 'f2' }], 20),
    ])
    expect(fetched).toEqual([])
    const last = await ask({ replyTo: '1' })
    expect(fetched).toEqual(['f1'])
    expect(last?.attachments).toMatchObject([{ kind: 'bytes', mimeType: 'image/png' }])
    const lines = (last?.content ?? '').split('\n')
    expect(lines.find((line) => line.includes('this bird'))).toMatch(/ \[Image\]$/)
    // Media that are not attached have no mark either.
    expect(lines.find((line) => line.includes('this one'))).not.toMatch(/\[Image\]/)
  })

  test('of the question itself come first, and a video link is media too', async () => {
    const { ask, fetched } = await setUp(
      [
        said('1', 'a bird', [PHOTO], 30),
        said(
          '2',
          '@bot what is this? https://youtu.be/dQw4w9WgXcQ',
          [{ ...PHOTO, fileId: 'own' }],
          0,
        ),
      ],
      { takes: /image|youtube/ },
    )
    const last = await ask({ messageId: '2', replyTo: '1' })
    expect(fetched.toSorted()).toEqual(['f1', 'own'])
    expect(last?.attachments?.map(({ kind }) => kind)).toEqual(['bytes', 'uri', 'bytes'])
    expect(last?.attachments?.[1]).toMatchObject({
      uri: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    })
  })

  test('that the model does not take are not even fetched; the line says that they are not shown', async () => {
    const voice: Media = { kind: 'voice', fileId: 'v', mimeType: 'audio/ogg' }
    const { ask, fetched } = await setUp([said('1', 'listen', [voice], 30)])
    const last = await ask({ replyTo: '1' })
    expect([fetched, last?.attachments]).toEqual([[], undefined])
    expect(last?.content).toContain('"listen" [Voice not shown]')
  })

  test('that cannot be had, or are too many or too large, are left out and the answer is made', async () => {
    const photos = Array.from({ length: 9 }, (_, i) => ({ ...PHOTO, fileId: `p${i}` }))
    const many = await setUp([said('1', 'an album', photos, 30)])
    expect((await many.ask({ replyTo: '1' }))?.attachments).toHaveLength(4)
    const lost = await setUp([said('1', 'gone', [{ ...PHOTO, fileId: 'lost' }], 30)])
    expect((await lost.ask({ replyTo: '1' }))?.attachments).toBeUndefined()
    const large = await setUp([said('1', 'an album', photos, 30)], { bytes: 3 * 1_048_576 })
    expect((await large.ask({ replyTo: '1' }))?.attachments).toHaveLength(2)
    const told = { ...PHOTO, fileId: 'huge', sizeBytes: 50_000_000 }
    const huge = await setUp([said('1', 'huge', [told], 30)])
    await huge.ask({ replyTo: '1' })
    expect(huge.fetched).toEqual([])
  })
})
