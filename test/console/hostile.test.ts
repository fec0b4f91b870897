import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { checkFits, NARROW } from './browser.ts'
import { PAYLOADS } from './payloads.ts'
import { useProviderConsole } from './with-provider.ts'

/* Every field that an untrusted user can fill contains an injection. A successful one is detected: an exception, a
 * dialog, a request to another host, a foreign element, or `owned` set. */

const { console, provider } = useProviderConsole({ EARSHOT_DEMO: '0' })

const [FIRST = ''] = PAYLOADS
const THREAD = 'api:<img src=x onerror=owned=1>'
const LONG = 'A'.repeat(100_000)
let answerId = ''

beforeAll(async () => {
  const chat = {
    channel: 'api',
    id: '<img src=x onerror=owned=1>',
    kind: 'group',
    title: `${FIRST}\u202Eeltit`,
  }
  const texts = [...PAYLOADS, LONG, `${'<b>'.repeat(5_000)}x`, '\u202Eexe.gnp', 'last words']
  const started = Date.now() - texts.length * 60_000
  const messages = texts.map((text, i) => ({
    id: String(i + 1),
    author: {
      id: `u${i % 7}`,
      name: PAYLOADS[i % PAYLOADS.length]?.slice(0, 400),
      username: 'x"y',
    },
    sent_at: new Date(started + i * 60_000).toISOString(),
    text,
    reply_to: i > 3 && i % 3 === 0 ? String(i - 1) : null,
    quote: i % 5 === 0 ? FIRST : null,
    media: i % 7 === 0 ? [{ kind: 'document', name: `${FIRST}.pdf`, file_id: 'f' }] : [],
  }))
  await console.api('POST', '/api/messages', { chat, messages })
  await console.api('POST', '/api/files', {
    path: 'notes/<script>owned=1<.md',
    // A file with a NUL is no text, and refused.
    content: `# ${FIRST}\n\n${PAYLOADS.join('\n\n').replaceAll('\u0000', '')}\n\n${LONG}`,
  })
  provider().faults.push({ kind: 'text', text: `${PAYLOADS.join('\n')}\n[1]` })
  const asked = { query: FIRST, thread_id: THREAD, author: { id: 'u1', name: FIRST } }
  answerId = (await console.api<{ answer_id: string }>('POST', '/api/ask', asked)).answer_id
})

/** The elements of the console; any other element was injected by a text. */
const OURS =
  'a abbr article aside b blockquote body br button caption circle code datalist dd details dialog div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 head header html i img input kbd label legend li line link main mark meta nav noscript ol optgroup option output p path polygon polyline pre progress rect s script search section select small span strong sub summary sup svg table tbody td text textarea tfoot th thead time title tr tspan ul'.split(
    ' ',
  )

async function checkHarmless(page: Page): Promise<void> {
  const seen = (await page.evaluate(`({
    owned: window.owned ?? null,
    foreign: [...new Set([...document.querySelectorAll('*')].map((e) => e.localName))]
      .filter((name) => !${JSON.stringify(OURS)}.includes(name)),
    scripts: [...document.scripts].filter((s) => !s.src.startsWith(location.origin + '/assets/')).length,
    pictures: [...document.images].filter((i) => !i.src.startsWith(location.origin)).length,
    handlers: [...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames())
      .filter((name) => name.startsWith('on')),
    links: [...document.querySelectorAll('[href],[src],[action],[formaction]')]
      .flatMap((e) => ['href', 'src', 'action', 'formaction'].map((n) => e.getAttribute(n)))
      .filter((link) => link !== null && !/^(https?:|#|\\/|blob:)/.test(link)),
    turned: /[\\u202A-\\u202E\\u2066-\\u2069]/.test(document.body.innerText),
  })`)) as Record<string, unknown>
  expect(seen).toEqual({
    owned: null,
    foreign: [],
    scripts: 0,
    pictures: 0,
    handlers: [],
    links: [],
    turned: false,
  })
}

test('a hostile chat is text, all of it', async () => {
  const page = await console.open(`/#/chats/${encodeURIComponent(THREAD)}`)
  await page.getByText('last words').first().waitFor()
  for (let i = 0; i < 12; i += 1) {
    await checkHarmless(page)
    await page.keyboard.press('PageUp')
    await page.mouse.move(700, 400)
    await page.mouse.wheel(0, -700)
    await page.waitForTimeout(60)
  }
  await checkHarmless(page)
})

test('a hostile chat fits a phone, its longest line too', async () => {
  const at = encodeURIComponent(String(PAYLOADS.length + 1))
  const page = await console.open(`/#/chats/${encodeURIComponent(THREAD)}/messages/${at}`, {
    size: NARROW,
  })
  await page.getByText('AAAAAAAA').first().waitFor()
  await checkFits(page)
  await checkHarmless(page)
})

test('a hostile answer, question and citation are text', async () => {
  for (const address of ['/#/why', `/#/why/${answerId}`, '/#/ask']) {
    const page = await console.open(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (address.includes(answerId)) {
      await page.getByText(/^Excluded \(\d+\)$/).click()
      await page.getByText('Exact prompt').click()
      await page.locator('.why-prompt').first().waitFor()
    }
    await page.waitForTimeout(300)
    await checkHarmless(page)
  }
})

test('a streamed hostile answer is text', async () => {
  const page = await console.open('/#/ask')
  await page.getByLabel('Ask about').selectOption(THREAD)
  const hostile = { kind: 'text', text: `${PAYLOADS.join('\n\n')}\n\nthe end [1]` } as const
  // More than one: a background job may call the model first.
  provider().faults.push(hostile, hostile, hostile)
  await page.getByLabel('Your question').fill(FIRST)
  // Enabled once the people of the chat are loaded; a key pressed before that is lost.
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('the end').first().waitFor()
  await checkHarmless(page)
  await page.getByRole('button', { name: /^Context/ }).click()
  await page.getByRole('dialog').waitFor()
  await checkHarmless(page)
})

test('hostile people, memories and files are text', async () => {
  const { files } = await console.api<{ files: { id: string }[] }>('GET', '/api/files')
  const places = ['/#/memory', '/#/memory/api%3Au1', '/#/files', `/#/files/${files[0]?.id}`]
  for (const address of [...places, '/#/operations', '/#/settings/access', '/#/settings/chats']) {
    const page = await console.open(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(500)
    await checkHarmless(page)
  }
})
