import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { checkAxe, checkFits, NARROW, useConsole } from './browser.ts'

const console = useConsole()

type Memory = {
  recent: string | null
  refreshing: boolean
  sessions: unknown[]
  opted_out: boolean
}
const memoryOf = (person: string) => console.api<Memory>('GET', `/api/people/${person}/memory`)

const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp'

/** The questions of each person, each in a closed session. */
const SESSIONS: Readonly<Record<string, readonly [name: string, ...questions: string[]]>> = {
  mia: ['Mia Stone', 'The flour comes on Mondays, please note it down.'],
  noa: ['Noa', 'The van is blue and parks behind the shop.'],
  oli: ['Oli', 'My knee hurts when I run.', 'The gate code is on the fridge.'],
  pia: ['Pia Łu', 'Our stand-up is at nine.'],
  quin: ['Quin', 'The key is under the mat.'],
  rae: ['Rae', 'Invoices go out on Friday. Invoices are paid within a month.'],
  sly: [HOSTILE, '<script>alert(2)</script> javascript:alert(3) is my motto.'],
  tea: ['Tea', 'Green tea in the morning, and black tea at four.'],
}

/** The planner looks every few seconds: all at once, so that they wait once. */
beforeAll(async () => {
  for (const [id, [name, ...questions]] of Object.entries(SESSIONS)) {
    for (const [i, query] of questions.entries()) {
      const session_id = `${id}-${i}`
      await console.api('POST', '/api/ask', { query, session_id, author: { id, name } })
      await console.api('POST', '/_internal/session/close', { session_id })
    }
  }
  await vi.waitFor(
    async () => {
      for (const [id, [, ...questions]] of Object.entries(SESSIONS)) {
        const { recent, refreshing, sessions } = await memoryOf(`api:${id}`)
        expect([recent === null, refreshing, sessions.length]).toEqual([
          false,
          false,
          questions.length,
        ])
      }
    },
    { timeout: 100_000, interval: 500 },
  )
}, 120_000)

const open = async (page: Page, tab: 'Sessions' | 'Topics') =>
  page.getByRole('tab', { name: tab }).click()

describe('a person’s memory', () => {
  test('is found, read and corrected, and derived summaries are rebuilt', async () => {
    const page = await console.open('/#/memory')
    await page.getByText('Choose a person or a group').waitFor()
    await page.getByLabel('Search people and groups').fill('stone')
    await page.getByRole('link', { name: /Mia Stone/ }).click()
    await page.getByRole('heading', { level: 2, name: 'Mia Stone' }).waitFor()
    await page.getByText(/Summary of the last weeks, rebuilt/).waitFor()
    await page.getByText(/flour comes on Mondays/).waitFor()

    await open(page, 'Sessions')
    const card = page.getByRole('article')
    await card.getByText('in Recent', { exact: true }).waitFor()
    await card.getByRole('button', { name: /^Correct/ }).click()
    expect(await card.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await card.getByLabel('Summary', { exact: true }).fill('- Flour comes on Thursdays')
    await card.getByLabel('Tags').fill('flour, deliveries')
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved\. Summaries derived/).waitFor()
    await card.getByText('Flour comes on Thursdays').waitFor()
    await card.getByText('deliveries').waitFor()
    await card.getByText('corrected just now').waitFor()

    await page.getByRole('tab', { name: 'Recent and history' }).click()
    await page.getByText(/^(?!.*Mondays).*Flour comes on Thursdays/).waitFor({ timeout: 60_000 })
    expect((await memoryOf('api:mia')).recent).not.toContain('Mondays')
  })

  test('reports a redaction in a correction, and why one is rejected', async () => {
    // The browser logs the error response.
    const page = await console.open('/#/memory/api%3Anoa', { expected: /413/ })
    await open(page, 'Sessions')
    await page.getByRole('button', { name: /^Correct/ }).click()
    const text = page.getByLabel('Summary', { exact: true })
    await text.fill('van '.repeat(600))
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('alert')
      .getByText(/at most 300 tokens/)
      .waitFor()
    await text.fill('- Write to noa@example.org about the van')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved\. Personal data was redacted/).waitFor()
    await page.getByText('Write to [email] about the van').waitFor()
  })

  test('loses a session whose summary is deleted', async () => {
    const page = await console.open('/#/memory/api%3Aoli')
    await open(page, 'Sessions')
    const card = page.getByRole('article').filter({ hasText: 'knee' })
    await card.getByRole('button', { name: /^Delete summary: session of/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('the summary of the session and its tags').waitFor()
    await dialog.getByRole('button', { name: 'Delete summary' }).click()
    await page.getByText('The summary is deleted.').waitFor()
    await card.waitFor({ state: 'detached' })
    expect(await page.getByRole('article').count()).toBe(1)
    expect((await memoryOf('api:oli')).sessions).toHaveLength(1)
  })

  test('is exported, opted out of, and opted in again', async () => {
    const page = await console.open('/#/memory/api%3Apia')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('earshot-Pia-Łu.json')
    await page.getByRole('button', { name: 'Opt out' }).click()
    await page
      .getByRole('dialog')
      .getByText(/is deleted at once/)
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Opt out' }).click()
    await page.getByText('The person opted out.').waitFor()
    expect((await memoryOf('api:pia')).opted_out).toBe(true)
    await page.getByRole('button', { name: 'Opt in' }).click()
    await page.getByText('Memory is on. New sessions are summarized.').waitFor()
    await page.getByText('No memory yet').waitFor()
  })

  test('is forgotten only after typing the name, and reports what was deleted', async () => {
    const page = await console.open('/#/memory/api%3Aquin')
    await page.getByRole('button', { name: 'Forget' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This cannot be undone.').waitFor()
    const forget = dialog.getByRole('button', { name: 'Forget permanently' })
    expect(await forget.isDisabled()).toBe(true)
    await dialog.getByLabel('Type Quin to confirm').fill('quin')
    expect(await forget.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect((await memoryOf('api:quin')).sessions).toHaveLength(1)
    await page.getByRole('button', { name: 'Forget' }).click()
    await dialog.getByLabel('Type Quin to confirm').fill('Quin')
    await forget.click()
    await page.getByText(/^Deleted: 0 messages, 1 session, 0 files/).waitFor()
    await page.getByText('No memory yet').waitFor()
    expect((await memoryOf('api:quin')).sessions).toEqual([])
  })

  test('has topics that are built from tags, and synonyms for them', async () => {
    const page = await console.open('/#/memory/api%3Arae')
    await open(page, 'Topics')
    await page.getByText(/No topic summaries yet/).waitFor()
    await page.getByRole('button', { name: 'Build the topic invoices' }).click()
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await page.getByRole('button', { name: 'Rebuild: Invoices' }).waitFor()
    await page.getByLabel('Synonym', { exact: true }).fill('Bills')
    await page.getByLabel('Topic', { exact: true }).fill('invoices')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('bills', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove bills' }).click()
    await page.getByText('No synonyms yet.').waitFor()
  })
})

describe('a group’s memory', () => {
  test('is read as a person’s, without the actions of a person', async () => {
    const path = '/api/chats/demo%3Afriends/memory'
    const count = async () => (await console.api<Memory>('GET', path)).sessions.length
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(0)
    const page = await console.open('/#/memory')
    await page.getByRole('link', { name: /Friends who work together/ }).click()
    await page.getByRole('heading', { level: 2, name: 'Friends who work together' }).waitFor()
    await open(page, 'Sessions')
    await page
      .getByRole('article')
      .getByRole('heading', { name: /photo|hike/ })
      .waitFor()
    expect(await page.getByRole('button', { name: 'Forget' }).count()).toBe(0)
  })
})

describe('the screen', () => {
  test('reports an unknown person, and links back', async () => {
    const page = await console.open('/#/memory/api%3Anobody', { expected: /404/, size: NARROW })
    await page
      .getByRole('alert')
      .getByText(/No person "api:nobody" is known/)
      .waitFor()
    await page.getByRole('link', { name: /All people and groups/ }).click()
    await page.getByRole('link', { name: /Ben/ }).waitFor()
  })

  test('reports a search without a match', async () => {
    const page = await console.open('/#/memory')
    await page.getByLabel('Search people and groups').fill('zzzz')
    await page.getByText('No matching people.').waitFor()
  })

  test('shows user text as text', async () => {
    const page = await console.open('/#/memory/api%3Asly')
    await page.getByRole('heading', { level: 2, name: /<img src=x onerror=alert\(1\)>/ }).waitFor()
    await page.getByText('U+202E').first().waitFor()
    await open(page, 'Sessions')
    await page
      .getByRole('article')
      .getByText(/<script>alert\(2\)/)
      .waitFor()
    expect(await page.locator('a[href^="javascript"], main img').count()).toBe(0)
  })

  test.each(['light', 'dark'] as const)('is accessible, %s', async (theme) => {
    const page = await console.open('/#/memory/api%3Atea', { theme })
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    await checkAxe(page)
    await open(page, 'Topics')
    await page.getByText('Topic synonyms').waitFor()
    await checkAxe(page)
    await page.setViewportSize(NARROW)
    await open(page, 'Sessions')
    await page.getByRole('article').waitFor()
    await checkAxe(page)
    await checkFits(page)
    await page.getByRole('button', { name: /^Correct/ }).click()
    await page.getByRole('button', { name: 'Forget' }).click()
    await page.getByRole('dialog').waitFor()
    await checkAxe(page)
    await checkFits(page)
  })

  // Last: from the first key on, sign-in is required.
  test('shows a member only their own memory', async () => {
    const wanted = { name: 'mia', role: 'member', person: 'api:mia' }
    const { key } = await console.api<{ key: string }>('POST', '/api/keys', wanted)
    const status = async () => (await fetch(`${console.url}/api/me`)).status
    await expect.poll(status, { timeout: 30_000 }).toBe(401)
    const page = await console.open('/#/memory', { expected: /401/ })
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 2, name: 'Mia Stone' }).waitFor()
    await page.getByRole('link', { name: /Mia Stone/ }).waitFor()
    expect(await page.getByRole('link', { name: /Ben/ }).count()).toBe(0)
    await open(page, 'Topics')
    expect(await page.getByText('Topic synonyms').count()).toBe(0)
  })
})
