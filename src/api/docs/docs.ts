import type { Api } from '../env.ts'
import { buildDocument } from './document.ts'
import { docsPage } from './page.ts'

/** /openapi.json for programs; /docs, the same as a plain page without scripts, for people. */
export function addDocsRoutes(api: Api): void {
  // On the first request: the routes are added after these.
  const document = once(() => buildDocument(api))
  const page = once(() => docsPage(document()))
  api.get('/openapi.json', (c) => c.json(document()))
  api.get('/docs', (c) => {
    // The page has one inline style sheet and nothing else; nothing else is allowed to load.
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return c.html(page())
  })
}

function once<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined
  return () => {
    built ??= { value: build() }
    return built.value
  }
}
