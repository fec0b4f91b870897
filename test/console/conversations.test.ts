import { describe, expect, test } from 'vitest'
import { DEMO_THREAD } from '../../src/cli/demo-chat.ts'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()
const address = `/#/chats/${encodeURIComponent(DEMO_THREAD)}`

describe('the conversations beside the timeline', () => {
  test('have titles, people and unanswered questions, and can be read alone', async () => {
    const page = await console.open(address)
    await page.getByRole('button', { name: 'Conversations' }).click()
    const list = page.getByRole('list', { name: 'Conversations' })
    const restaurant = list.getByRole('listitem').filter({ hasText: 'restaurant' }).first()
    await restaurant.getByText('Unanswered:').waitFor()
    await restaurant.getByText('Priya').first().waitFor()
    await checkAxe(page)
    await restaurant.getByRole('button', { name: 'Only this one' }).click()
    const panel = page.getByRole('region', { name: 'Conversations' })
    await panel.getByText('We should look at the restaurant').last().waitFor()
    expect(await panel.getByText(/staging deploy/).count()).toBe(0)
    await panel.getByRole('button', { name: /All conversations/ }).click()
    await list.waitFor()
  })

  test('tell what is remembered of a quiet one', async () => {
    type Listed = { conversations: { title: string; summary: string | null }[] }
    const path = `/api/chats/${encodeURIComponent(DEMO_THREAD)}/conversations`
    const remembered = async () =>
      (await console.api<Listed>('GET', path)).conversations.filter(({ summary }) => summary)
    await expect.poll(async () => (await remembered()).length, { timeout: 60_000 }).toBe(1)
    const page = await console.open(address)
    await page.getByRole('button', { name: 'Conversations' }).click()
    const list = page.getByRole('list', { name: 'Conversations' })
    const hike = list.getByRole('listitem').filter({ hasText: 'heron photo' }).first()
    await hike.getByRole('button', { name: 'Only this one' }).click()
    const panel = page.getByRole('region', { name: 'Conversations' })
    await panel.getByText('What is remembered of it').click()
    await panel
      .locator('.summary-lines')
      .getByText(/forty from the hike/)
      .waitFor()
    await checkAxe(page)
  })

  test('show themselves in the chat, marked', async () => {
    const page = await console.open(address)
    await page.getByRole('button', { name: 'Conversations' }).click()
    const list = page.getByRole('list', { name: 'Conversations' })
    const deploy = list.getByRole('listitem').filter({ hasText: 'Invoices migration' }).first()
    await deploy.getByRole('button', { name: 'Show in chat' }).click()
    await page.getByRole('button', { name: /^Conversation [A-H] ✕/ }).waitFor()
  })

  test('follow a correction at once', async () => {
    await console.api('POST', '/api/messages', {
      chat: { channel: 'api', id: 'pair', kind: 'group', title: 'The pair' },
      messages: ['Who has the tent?', 'I have the tent', 'And the stove?'].map((text, i) => ({
        id: String(i + 1),
        author: { id: i === 1 ? 'bob' : 'ann', name: i === 1 ? 'Bob' : 'Ann' },
        sent_at: new Date(Date.UTC(2026, 0, 5, 10, i)).toISOString(),
        text,
        ...(i > 0 ? { reply_to: String(i) } : {}),
      })),
    })
    const page = await console.open('/#/chats/api%3Apair')
    await page.getByRole('button', { name: 'Conversations' }).click()
    const entries = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
    await expect.poll(() => entries.count()).toBe(1)
    const correction = { thread_id: 'api:pair', kind: 'start', message_ids: ['3'] }
    await console.api('POST', '/api/conversations/corrections', correction)
    await expect.poll(() => entries.count()).toBe(2)
  })
})

describe('catching up', () => {
  test('tells decisions and open questions of a period; a point leads to its message', async () => {
    const page = await console.open(address)
    await page.getByRole('button', { name: 'Catch up' }).click()
    const panel = page.getByRole('region', { name: 'What happened' })
    await panel.getByLabel('Period').selectOption('Last 30 days')
    await panel.getByText(/messages, \d+ conversations/).waitFor()
    await panel.getByText('Open question').first().waitFor()
    await checkAxe(page)
    await panel.getByRole('button', { name: /Priya/ }).first().click()
    await page.getByRole('article').filter({ hasText: 'The thai restaurant' }).first().waitFor()
  })

  test('fits a phone', async () => {
    const page = await console.open(address, { size: NARROW })
    await page.getByRole('button', { name: 'Catch up' }).click()
    await page.getByRole('region', { name: 'What happened' }).waitFor()
    await checkFits(page)
  })
})
