import { afterEach, expect, test, vi } from 'vitest'
import { toolBox } from '../../test/provider-server/ask.ts'
import { openTools } from './tool-runs.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a tool that was ended ends the time of all, though by the other clock some were left', async () => {
  // Timers may fire up to a millisecond before performance.now() reaches their time; here it stands still.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const box = toolBox(() => new Promise(() => {}), { timeoutMs: 5 })
  const { look_up } = openTools(box, new AbortController().signal).tools
  const run = () => look_up?.execute?.({}, { toolCallId: '1', messages: [] })
  await expect(run()).rejects.toThrow('time for tools is up')
  await expect(run()).rejects.toThrow('time for tools is up')
  expect(box.runs).toHaveLength(1)
})
