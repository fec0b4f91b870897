import { expect, test } from 'vitest'
import { Problem } from '../lib/api.ts'
import {
  changeUploads,
  isUploading,
  nextUploads,
  type Upload,
  type UploadState,
} from './uploads.ts'

const upload = (id: number, state: UploadState): Upload => ({
  id,
  file: new File(['x'], `${id}.md`),
  threadId: null,
  state,
})
const WAITING: UploadState = { kind: 'waiting' }
const SENDING: UploadState = { kind: 'sending', share: 0.5 }
const READING: UploadState = { kind: 'reading' }
const DONE: UploadState = { kind: 'done', status: 'added', fileId: '1' }
const FAILED: UploadState = { kind: 'failed', problem: new Problem(415, 'x', 'y') }
const CANCELLED: UploadState = { kind: 'cancelled' }

test.each([
  [
    [WAITING, WAITING, WAITING],
    [0, 1],
  ],
  [[SENDING, WAITING, WAITING], [1]],
  [[SENDING, READING, WAITING], []],
  [[DONE, FAILED, CANCELLED, WAITING], [3]],
  [[], []],
])('of %j these start: %j', (states, ids) => {
  const uploads = states.map((state, i) => upload(i, state))
  expect(nextUploads(uploads).map(({ id }) => id)).toEqual(ids)
})

test('a cancelled upload stays cancelled until it is retried', () => {
  const uploads = [upload(1, CANCELLED)]
  const late = changeUploads(uploads, { type: 'set', id: 1, state: FAILED })
  expect(late[0]?.state).toEqual(CANCELLED)
  const again = changeUploads(late, { type: 'set', id: 1, state: WAITING })
  expect(again[0]?.state).toEqual(WAITING)
})

test('clearing keeps pending uploads', () => {
  const states = [WAITING, SENDING, READING, DONE, FAILED, CANCELLED]
  const uploads = states.map((state, i) => upload(i, state))
  const left = changeUploads(uploads, { type: 'clear' })
  expect(left.map(({ id }) => id)).toEqual([0, 1, 2])
  expect([
    isUploading(left),
    isUploading(changeUploads([upload(1, DONE)], { type: 'clear' })),
  ]).toEqual([true, false])
})
