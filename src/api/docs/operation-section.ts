import { html } from 'hono/html'
import { curlOf, formCurlOf } from './curl.ts'
import { type Content, PROBLEM, type Reply, type Route, type Shapes } from './document-types.ts'
import { operationErrors } from './error-section.ts'
import { descriptionOf, fieldTable, limitsOf, typeOf } from './field-table.ts'
import { block, code, type Html, prose, table } from './markup.ts'

/** The anchor of an operation. */
export function anchorOf({ method, path }: Route): string {
  return `${method}${path.replaceAll(/[^a-z0-9_]+/gi, '-').replaceAll(/-$/g, '')}`
}

/** One operation: parameters, body, replies, errors and an example. */
export function operationSection(route: Route, shapes: Shapes): Html {
  const { method, path, operation } = route
  const name = `${method.toUpperCase()} ${path}`
  const { summary = '', description, requestBody } = operation
  const form = formCurlOf(route)
  return html`<section class="route">
<h3 id="${anchorOf(route)}"><span class="method">${method.toUpperCase()}</span> ${breakable(path)}</h3>
<p><strong>${summary}.</strong> ${description === undefined ? '' : prose(description)}</p>
<p class="role">${roleOf(route)}</p>
${parameters(route, shapes)}
${requestBody === undefined ? '' : body(requestBody.content, shapes, name)}
<h4>Example request</h4>${block(`Example request of ${name}`, curlOf(route))}
${form === null ? '' : html`<p>As a form:</p>${block(`Example form of ${name}`, form)}`}
${replies(operation.responses, shapes, name)}
<h4>Errors</h4>${operationErrors(operation, name)}
</section>`
}

function roleOf({ operation }: Route): string {
  if (operation.security !== undefined) return 'Key: none needed.'
  const role = operation['x-role']
  if (role === undefined) return 'Key: any role.'
  return role === 'staff' ? 'Key: role staff or admin.' : 'Key: role admin.'
}

/** A long path may break after a slash. */
function breakable(path: string): Html {
  return html`<code>${path.split('/').map((part, i) => html`${i === 0 ? '' : html`/<wbr>`}${part}`)}</code>`
}

function parameters({ method, path, operation }: Route, shapes: Shapes): Html | string {
  const { parameters: all = [] } = operation
  if (all.length === 0) return ''
  const rows = all.map((one) => [
    code(one.name),
    one.in,
    typeOf(one.schema, shapes),
    one.required === true ? 'yes' : 'no',
    one.schema.default === undefined ? '' : code(String(one.schema.default)),
    limitsOf(one.schema),
    prose(one.description ?? descriptionOf(one.schema, shapes)),
  ])
  const head = ['Name', 'In', 'Type', 'Required', 'Default', 'Limits', 'Description']
  return html`<h4>Parameters</h4>${table(`Parameters of ${method.toUpperCase()} ${path}`, head, rows)}`
}

function body(content: Content, shapes: Shapes, name: string): Html {
  return html`<h4>Request body</h4>${Object.entries(content).map(
    ([type, { schema = {} }]) =>
      html`<p>${code(type)}: ${typeOf(schema, shapes)}</p>${fieldTable(schema, shapes, `Body of ${name} (${type})`)}`,
  )}`
}

/** The replies of success; errors have a section of their own. */
function replies(responses: Readonly<Record<string, Reply>>, shapes: Shapes, name: string): Html {
  const own = Object.entries(responses).filter(
    ([, { content }]) => content?.[PROBLEM] === undefined,
  )
  return html`<h4>${own.length === 1 ? 'Reply' : 'Replies'}</h4>${own.map(
    ([status, { description, content = {} }]) => {
      const label = `Reply ${status} of ${name}`
      return html`<p><strong>${status}</strong>: ${prose(description)}.</p>${Object.entries(
        content,
      ).map(
        ([type, { schema = {}, example }]) =>
          html`<p>${code(type)}: ${typeOf(schema, shapes)}</p>${fieldTable(schema, shapes, label)}${block(`Example of ${label}`, written(example))}`,
      )}`
    },
  )}`
}

function written(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2)
}
