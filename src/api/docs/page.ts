import { html } from 'hono/html'
import {
  type ApiDocument,
  type Route,
  routesOf,
  type Schema,
  type Shapes,
} from './document-types.ts'
import { errorSection } from './error-section.ts'
import { fieldTable, limitsOf, typeOf } from './field-table.ts'
import { code, type Html, prose } from './markup.ts'
import { anchorOf, operationSection } from './operation-section.ts'
import { STYLES } from './styles.ts'

type Group = {
  readonly name: string
  readonly description: string
  readonly routes: readonly Route[]
}

/** The reference as one page, without scripts. */
export function docsPage(document: ApiDocument): Html {
  const groups = groupsOf(document)
  const { schemas } = document.components
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Earshot API</title><style>${STYLES}</style></head><body>
<a class="skip" href="#content">Skip to the content</a><div class="page">
${contents(groups)}
<main id="content" tabindex="-1"><h1>Earshot API</h1>
${introduction(document)}
${groups.map((group) => groupSection(group, schemas))}
${errorSection(document)}
<h2 id="shapes">Shapes</h2><p>Objects that requests and replies have in common.</p>
${Object.entries(schemas)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => shapeSection(name, schema, schemas))}
</main></div></body></html>`
}

function groupsOf(document: ApiDocument): Group[] {
  const routes = routesOf(document)
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    routes: routes.filter(({ operation }) => operation.tags?.[0] === name).toSorted(byPath),
  }))
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

function byPath(a: Route, b: Route): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
}

const groupAnchor = (name: string) => name.toLowerCase().replaceAll(' ', '-')

function contents(groups: readonly Group[]): Html {
  return html`<nav aria-label="Contents"><ul>
<li><a href="#start">Start</a></li>
${groups.map(
  ({ name, routes }) =>
    html`<li><a href="#${groupAnchor(name)}">${name}</a><ul>${routes.map(
      (route) => html`<li><a href="#${anchorOf(route)}">${route.operation.summary}</a></li>`,
    )}</ul></li>`,
)}
<li><a href="#errors">Errors</a></li><li><a href="#shapes">Shapes</a></li></ul></nav>`
}

function introduction({ info }: ApiDocument): Html {
  return html`<p>${info.description} Version ${info.version}. For programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
<h2 id="start">Start</h2>
<ul>
<li><strong>Address.</strong> The examples use the default address, <code>http://127.0.0.1:3210</code>.</li>
<li><strong>Keys.</strong> Send <code>Authorization: Bearer es_…</code>. A server on its own machine needs no key until one is created (<code>earshot keys create</code>). A <em>member</em> key acts for one person and reads what that person may read; a <em>staff</em> key acts for everyone in its workspace; an <em>admin</em> key also manages keys and settings.</li>
<li><strong>Bodies</strong> are JSON in UTF-8. POST, PUT and PATCH need <code>Content-Type: application/json</code>, also without a body. Fields that are not required may be left out; most may also be <code>null</code>. In a reply, a required field is always there.</li>
<li><strong>Ids</strong> of messages, chats and people are the channel’s own, as text. A chat or thread is <code>channel:chat</code> or <code>channel:chat:topic</code>, a person <code>channel:id</code>; write <code>%3A</code> for a colon inside an id. In a path, encode ids as for every URL.</li>
<li><strong>Times</strong> are ISO 8601 with a time zone; replies are in UTC. Durations are in milliseconds, scores and probabilities from 0 to 1.</li>
<li><strong>Errors</strong> have a status and a stable code: <a href="#errors">all codes</a>.</li>
</ul>`
}

function groupSection({ name, description, routes }: Group, shapes: Shapes): Html {
  return html`<h2 id="${groupAnchor(name)}">${name}</h2><p>${description}</p>
<ul>${routes.map(
    (route) =>
      html`<li><a href="#${anchorOf(route)}">${code(`${route.method.toUpperCase()} ${route.path}`)}</a> ${route.operation.summary}</li>`,
  )}</ul>
${routes.map((route) => operationSection(route, shapes))}`
}

function shapeSection(name: string, schema: Schema, shapes: Shapes): Html {
  const hasFields = [schema.properties, schema.allOf, schema.anyOf, schema.oneOf].some(Boolean)
  return html`<h3 id="shape-${name}">${name}</h3><p>${prose(schema.description ?? '')}</p>
${hasFields ? '' : html`<p>${typeOf(schema, shapes)} ${limitsOf(schema)}</p>`}
${fieldTable(schema, shapes, `Fields of ${name}`)}`
}
