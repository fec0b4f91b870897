import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SLACK_METHODS } from '../../../test/slack-server/slack-methods.ts'
import { rawEventsOf } from './receive/raw-events.ts'
import { SLACK_TEXTS } from './slack-texts.ts'

/* The manifest that operators create the app from asks for what the code needs, and for nothing else. */

const manifest = parse(readFileSync('docs/channels/slack-manifest.yaml', 'utf8'))
const scopes: readonly string[] = manifest.oauth_config.scopes.bot
const events: readonly string[] = manifest.settings.event_subscriptions.bot_events

const TS = '1700000000.000100'
const BODIES: Readonly<Record<string, object>> = {
  message: { channel: 'C1', ts: TS, user: 'U1' },
  app_mention: { channel: 'C1', ts: TS, user: 'U1' },
  reaction_added: { item: { channel: 'C1', ts: TS } },
  reaction_removed: { item: { channel: 'C1', ts: TS } },
  channel_rename: { channel: { id: 'C1' } },
  group_rename: { channel: { id: 'C1' } },
}

/** Whether the channel takes up events of a type. */
function isHandled(type: string): boolean {
  const event = { type, ...(BODIES[type] ?? { channel: 'C1', user: 'U1' }) }
  return rawEventsOf('events_api', { event, event_id: 'Ev1' }, new Date()).length === 1
}

test('it subscribes to events that are handled', () => {
  const types = events.map((event) => event.split('.')[0] ?? '')
  expect(types.filter((type) => !isHandled(type))).toEqual([])
  expect(isHandled('team_join')).toBe(false)
})

test('each kind of conversation can be received, read and named', () => {
  const kinds = events.flatMap((event) => /^message\.(\w+)$/.exec(event)?.[1] ?? [])
  expect(kinds).toEqual(['channels', 'groups', 'im', 'mpim'])
  const wanted = kinds.flatMap((kind) => [`${kind}:history`, `${kind}:read`])
  expect(wanted.filter((scope) => !scopes.includes(scope))).toEqual([])
})

test('every method that is called has its scope, and each scope a use', () => {
  const all = Object.values(SLACK_METHODS).flatMap(({ scope }) => scope ?? [])
  // Of the assistant view, which is an option: without it the status is not shown.
  const needed = all.filter((scope) => scope !== 'assistant:write')
  expect(needed.filter((scope) => !scopes.includes(scope))).toEqual([])
  const used = new Set([...needed, 'app_mentions:read', 'commands'])
  const left = scopes.filter((one) => !used.has(one) && !/^(groups|im|mpim):/.test(one))
  expect(left).toEqual([])
})

test('its slash command is the one that texts name, and buttons and Socket Mode are on', () => {
  const [command] = manifest.features.slash_commands
  expect(`${command.command} `).toBe(SLACK_TEXTS.commandPrefix)
  // Otherwise the ids of mentioned people are not sent.
  expect(command.should_escape).toBe(true)
  expect(manifest.settings).toMatchObject({
    interactivity: { is_enabled: true },
    socket_mode_enabled: true,
    token_rotation_enabled: false,
  })
})
