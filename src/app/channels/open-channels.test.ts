import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openChannels } from './open-channels.ts'

const TOKENS = {
  matrix: 'syt_token',
  bot: 'xoxb-1234567890-abcdefghijkl',
  app: 'xapp-1-A1234567890-abcdefghijkl',
}

const open = (settings: Record<string, string>) => openChannels(readConfig(settings, null))

test('without settings there are no channels', async () => {
  expect(await open({})).toEqual([])
})

test.each([
  [{ EARSHOT_MATRIX_TOKEN: TOKENS.matrix }, /EARSHOT_MATRIX_HOMESERVER is not/],
  [{ EARSHOT_MATRIX_HOMESERVER: 'https://matrix.example' }, /EARSHOT_MATRIX_TOKEN is not/],
  [{ EARSHOT_SLACK_APP_TOKEN: TOKENS.app }, /EARSHOT_SLACK_TOKEN is not/],
  [{ EARSHOT_SLACK_TOKEN: TOKENS.bot }, /EARSHOT_SLACK_APP_TOKEN/],
])('half of the settings of a channel is refused: %j', async (settings, problem) => {
  await expect(open(settings)).rejects.toMatchObject({
    code: 'bad_config',
    message: expect.stringMatching(problem),
  })
})
