import { expect, test } from 'vitest'
import { NOW } from '../../../test/deps.ts'
import { testApp, wireMessages } from '../../../test/test-app.ts'
import { useDatabase } from '../../../test/with-db.ts'

const db = useDatabase()

const LONG_AGO = '2024-05-01T09:30:00.000Z'

test.each(['ask', 'context/build'])(
  'the trace of %s has the time of the server, and the time that the caller passed beside it',
  async (route) => {
    const { send } = await testApp(await db.fresh())
    await send('POST', '/api/messages', wireMessages({ text: 'tea at four' }))
    const whyOf = async (sentAt: object) => {
      const text = route === 'ask' ? { query: 'when is tea?' } : { message: 'when is tea?' }
      const asked = { ...text, thread_id: 'api:team', author: { id: 'u1' }, ...sentAt }
      const { body } = await send('POST', `/api/${route}`, asked)
      const id = body.answer_id ?? (body.meta as { answer_id: string }).answer_id
      return (await send('GET', `/api/answers/${id}/why`)).body
    }
    const now = NOW.toISOString()
    expect(await whyOf({ sent_at: LONG_AGO })).toMatchObject({ created_at: now, sent_at: LONG_AGO })
    expect(await whyOf({})).toMatchObject({ created_at: now, sent_at: null })
    const { answers } = (await send('GET', '/api/answers')).body as { answers: object[] }
    expect(answers).toMatchObject([{ created_at: now }, { created_at: now }])
  },
)
