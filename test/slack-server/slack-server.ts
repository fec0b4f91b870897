import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSlackFaults, type SetSlackFault, type SlackFault } from './slack-faults.ts'
import { createSlackHub, type SlackHub } from './slack-hub.ts'
import { createSlackLimits } from './slack-limits.ts'
import { SLACK_METHODS, SlackRefusal } from './slack-methods.ts'
import { createSlackPeople, type SlackPeople } from './slack-people.ts'
import { createSlackState, type SlackState } from './slack-state.ts'

/** A call of the bot, as tests look at it. */
export type SlackApiCall = {
  readonly method: string
  readonly args: Readonly<Record<string, string>>
  readonly connection: string | undefined
}

export type SlackServer = {
  /** The address of the Web API. */
  readonly root: string
  readonly state: SlackState
  readonly people: SlackPeople
  readonly hub: SlackHub
  readonly signingSecret: string
  fault(fault: SlackFault): SetSlackFault
  calls(method?: string): readonly SlackApiCall[]
  violations(): readonly string[]
  /** Resolves once the condition holds; it is checked after whatever happens here. Rejects after a minute. */
  until(condition: () => boolean, what?: string): Promise<void>
  stop(): Promise<void>
}

const PATIENCE_MS = 60_000
const PAGE = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'

/** Starts a Slack on this machine: the Web API, files and Socket Mode. */
export async function startSlackServer(): Promise<SlackServer> {
  const state = createSlackState()
  const faults = createSlackFaults()
  const calls: SlackApiCall[] = []
  const watchers = new Set<() => void>()
  const onChange = () => {
    for (const look of watchers) look()
  }
  const onBreach = (what: string) => void state.violations.push(what)
  const limits = createSlackLimits(onBreach)
  const hub = createSlackHub({ onChange, onBreach, appId: state.nextId('A') })
  const people = createSlackPeople(state, hub)
  const http = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const openTicket = () => `ws://127.0.0.1:${port}/link/?ticket=${hub.openTicket()}`

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', url).pathname
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (path.startsWith('/files-pri/')) return serveFile(path, token, state, response)
    const method = path.replace(/^\/api\//, '')
    const args = await readForm(request)
    calls.push({ method, args, connection: request.headers.connection })
    const channel = args.channel ?? null
    const fault = faults.take(method)
    if (fault?.kind === 'cut-before') return void request.socket.destroy()
    if (fault?.kind === 'hang' && fault.when === 'before') await fault.wait
    if (fault?.kind === 'limited') limits.block(method, channel, fault.retryAfter ?? 0)
    const wait = fault?.kind === 'limited' ? fault.retryAfter : limits.check(method, channel)
    if (fault?.kind === 'limited' || wait !== null) {
      const header = wait === null ? {} : { 'retry-after': String(wait) }
      response.writeHead(429, { 'content-type': 'application/json', ...header })
      response.end(JSON.stringify({ ok: false, error: 'ratelimited' }))
      return
    }
    if (fault?.kind === 'status') return void response.writeHead(fault.status).end(PAGE)
    const body = fault?.kind === 'error' ? refused(fault.error) : perform(method, args, token)
    onChange()
    if (fault?.kind === 'cut-after') return void request.socket.destroy()
    if (fault?.kind === 'hang') await fault.wait
    if (fault?.kind === 'garbage') return void response.writeHead(200).end(PAGE)
    const shown = fault?.kind === 'error-after' ? refused(fault.error) : body
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(shown))
  }
  const perform = (name: string, args: Readonly<Record<string, string>>, token: string): object => {
    const method = SLACK_METHODS[name]
    if (method === undefined) {
      onBreach(`unknown method ${name}`)
      return refused('unknown_method')
    }
    const [ours, other] =
      method.token === 'bot' ? [state.botToken, state.appToken] : [state.appToken, state.botToken]
    if (token !== ours) return refused(token === other ? 'not_allowed_token_type' : 'invalid_auth')
    if (method.scope !== null && state.missingScopes.has(method.scope)) {
      return { ...refused('missing_scope'), needed: method.scope, provided: 'chat:write' }
    }
    const unknown = Object.keys(args).filter(
      (key) => !method.required.includes(key) && !method.optional.includes(key),
    )
    for (const key of unknown) onBreach(`${name} has no argument ${key}`)
    if (method.required.some((key) => !args[key])) return refused('invalid_arguments')
    try {
      return { ok: true, ...method.run(args, { state, url, people, openTicket }) }
    } catch (error) {
      if (error instanceof SlackRefusal) return refused(error.message)
      throw error
    }
  }
  http.on('upgrade', (request, socket, head) => {
    const ticket = new URL(request.url ?? '/', url).searchParams.get('ticket') ?? ''
    let isAccepted = false
    hub.accept(ticket, (server) => {
      isAccepted = true
      server.handleUpgrade(request, socket, head, (opened) => {
        server.emit('connection', opened, request)
      })
    })
    if (!isAccepted) socket.destroy()
  })
  return {
    root: `${url}/api/`,
    state,
    people,
    hub,
    signingSecret: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    fault: faults.set,
    calls: (method) => calls.filter((one) => method === undefined || one.method === method),
    violations: () => state.violations,
    until: (condition, what = 'something') =>
      new Promise((resolve, reject) => {
        const end = () => {
          watchers.delete(look)
          clearTimeout(timer)
        }
        const look = () => {
          if (!condition()) return
          end()
          resolve()
        }
        const timer = setTimeout(() => {
          end()
          reject(new Error(`Waited for ${what}, in vain.`))
        }, PATIENCE_MS)
        watchers.add(look)
        look()
      }),
    stop: async () => {
      faults.releaseAll()
      hub.close()
      http.close()
      http.closeAllConnections()
      if (http.listening) await once(http, 'close')
    },
  }
}

function refused(error: string) {
  return { ok: false, error }
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

/** A file is for who has a token; others are sent to the login page. */
function serveFile(path: string, token: string, state: SlackState, response: ServerResponse): void {
  const file = state.files.get(/^\/files-pri\/T\w+-(\w+)\//.exec(path)?.[1] ?? '')
  if (token !== state.botToken) {
    response.writeHead(302, { location: '/signin' }).end()
  } else if (file === undefined) {
    response.writeHead(404).end()
  } else {
    response.writeHead(200, { 'content-type': file.mimetype }).end(file.bytes)
  }
}
