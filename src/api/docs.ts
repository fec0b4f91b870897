import { html } from 'hono/html'
import { VERSION } from '../app/version.ts'
import type { Api } from './env.ts'

const INFO = {
  title: 'Earshot',
  version: VERSION,
  description:
    'Context and memory engine for chat assistants. Send messages, request a context or an answer, and read the trace of an answer. Errors are application/problem+json with a stable code.',
}

type Json = { readonly [key: string]: unknown }

/** /openapi.json for programs; /docs, the same as a plain page without scripts, for people. */
export function addDocsRoutes(api: Api): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'http',
    scheme: 'bearer',
  })
  const document = () =>
    api.getOpenAPI31Document({ openapi: '3.1.0', info: INFO, security: [{ key: [] }] })
  api.get('/openapi.json', (c) => c.json(document()))
  api.get('/docs', (c) => {
    // The page has one inline style sheet and nothing else; nothing else is allowed to load.
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return c.html(page(document() as unknown as Json))
  })
}

function page(document: Json) {
  const schemas = at(document, 'components', 'schemas') ?? {}
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Earshot API</title><style>
:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 14px/1.45 ui-monospace, monospace } pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; border-radius: 6px }
h2 { margin-top: 2.5rem } h3 code { padding: .1rem .4rem; border: 1px solid #8886; border-radius: 4px }
</style></head><body><h1>Earshot API</h1><p>${INFO.description}</p>
<p>Send <code>Authorization: Bearer es_…</code> if the server has keys. For programs: <a href="/openapi.json">/openapi.json</a>.</p>
${operations(document).map(operation)}
<h2>Shapes</h2>${Object.entries(schemas as Json).map(([name, schema]) => shape(name, schema as Json))}
</body></html>`
}

function operations(document: Json) {
  return Object.entries((document.paths ?? {}) as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, spec]) => ({ method, path, spec: spec as Json })),
  )
}

function operation({ method, path, spec }: ReturnType<typeof operations>[number]) {
  const body = at(spec, 'requestBody', 'content', 'application/json', 'schema')
  const replies = Object.entries((spec.responses ?? {}) as Json).filter(
    ([code]) => code !== 'default',
  )
  return html`<h3><code>${method.toUpperCase()}</code> ${path}</h3><p><strong>${spec.summary}</strong></p><p>${spec.description ?? ''}</p>
${body ? html`<p>Send</p><pre>${sketch(body as Json)}</pre>` : ''}
${replies.map(([code, reply]) => {
  const schema = at(reply as Json, 'content', 'application/json', 'schema')
  return html`<p>${code}: ${(reply as Json).description}</p>${schema ? html`<pre>${sketch(schema as Json)}</pre>` : ''}`
})}`
}

function shape(name: string, schema: Json) {
  return html`<h3 id="${name}">${name}</h3><pre>${sketch(schema)}</pre>`
}

/** A short sketch of a schema: names, types, a question mark for an optional field. */
function sketch(schema: Json, indent = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (options !== undefined) return options.map((option) => sketch(option, indent)).join(' | ')
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema.prefixItems)) {
    return `[${schema.prefixItems.map((item: Json) => sketch(item, indent)).join(', ')}]`
  }
  if (schema.type === 'array') return `[${sketch((schema.items ?? {}) as Json, indent)}, …]`
  if (schema.properties === undefined) {
    const type = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'any')
    return schema.format === undefined ? type : `${type} (${schema.format})`
  }
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const lines = Object.entries(schema.properties as Json).map(
    ([name, field]) =>
      `${indent}  ${name}${required.has(name) ? '' : '?'}: ${sketch(field as Json, `${indent}  `)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

function at(value: Json, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value)
}
