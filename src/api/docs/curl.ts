import type { Content, Parameter, Route } from './document-types.ts'

const SERVER = 'http://127.0.0.1:3210'

/** An example request, as a command for a shell. */
export function curlOf({ method, path, operation }: Route): string {
  const { parameters = [], security, requestBody } = operation
  const needsKey = security === undefined
  const sendsJson = needsKey && ['post', 'put', 'patch'].includes(method)
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quote(urlOf(path, parameters))}`,
    ...(needsKey ? [`-H 'Authorization: Bearer es_…'`] : []),
    ...parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, schema }) => `-H ${quote(`${name}: ${String(schema.example)}`)}`),
    ...(sendsJson || requestBody ? [`-H 'Content-Type: application/json'`] : []),
    ...(requestBody ? bodyLine(requestBody.content) : []),
  ]
  return lines.join(' \\\n  ')
}

/** The same with a form, where the route takes one. */
export function formCurlOf({ path, operation }: Route): string | null {
  const form = operation.requestBody?.content['multipart/form-data']?.example
  if (form === undefined) return null
  const fields = Object.entries(form as Readonly<Record<string, unknown>>)
  const lines = [
    `curl ${quote(`${SERVER}${path}`)}`,
    `-H 'Authorization: Bearer es_…'`,
    ...fields.flatMap(([name, values]) =>
      [values].flat().map((value) => `-F ${quote(`${name}=${String(value)}`)}`),
    ),
  ]
  return lines.join(' \\\n  ')
}

function bodyLine(content: Content): string[] {
  const example = content['application/json']?.example
  return example === undefined ? [] : [`-d ${quote(JSON.stringify(example, null, 2))}`]
}

/** Query parameters that are optional are left out. */
function urlOf(path: string, parameters: readonly Parameter[]): string {
  const exampleIn = ({ schema }: Parameter) =>
    encode(String(schema.example ?? schema.default ?? ''))
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, exampleIn(parameter)), path)
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => `${parameter.name}=${exampleIn(parameter)}`)
  return `${SERVER}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** Colons stay readable: they are allowed in paths and queries. */
const encode = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':')

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
