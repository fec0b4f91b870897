import type { Random } from '../../test/chaos/seeded-random.ts'
import { anyOf, BASE62, digits, HEX, LOWER, someOf, UPPER } from './text-random.ts'

/* Keys and tokens in the shapes their issuers document. Where a sentence gives the shape away ("password:"),
 * only the value is secret, so the words around it come back as `before` and `after`. */

export type Secret = { readonly before: string; readonly value: string; readonly after: string }

const alone = (value: string): Secret => ({ before: '', value, after: '' })
const base64url = (text: string) => Buffer.from(text).toString('base64url')

const MAKERS: readonly ((random: Random) => Secret)[] = [
  (r) => alone(`sk-${someOf(r, BASE62, 48)}`),
  (r) => alone(`sk-proj-${someOf(r, `${BASE62}-_`, 60)}Aa0`),
  (r) => alone(`sk-ant-api03-${someOf(r, `${BASE62}_`, 93)}AA`),
  (r) => alone(`AKIA${someOf(r, `${UPPER}234567`, 16)}`),
  (r) => alone(`${anyOf(r, ['ghp', 'gho', 'ghs', 'ghr'])}_${someOf(r, BASE62, 36)}`),
  (r) => alone(`github_pat_${someOf(r, BASE62, 22)}_${someOf(r, BASE62, 59)}`),
  (r) => alone(`glpat-${someOf(r, `${BASE62}_`, 20)}`),
  (r) => alone(`xoxb-${digits(r, 12)}-${digits(r, 12)}-${someOf(r, BASE62, 24)}`),
  (r) => alone(`${r.between(100, 799)}${digits(r, 7)}:AA${someOf(r, `${BASE62}_-`, 33)}`),
  (r) => alone(`AIza${someOf(r, `${BASE62}_-`, 35)}`),
  (r) => alone(`${anyOf(r, ['sk', 'rk', 'pk'])}_live_${someOf(r, BASE62, 24)}`),
  (r) => alone(`npm_${someOf(r, BASE62, 36)}`),
  (r) => alone(`hf_${someOf(r, BASE62, 34)}`),
  (r) => alone(`SG.${someOf(r, BASE62, 22)}.${someOf(r, BASE62, 43)}`),
  (r) => alone(`dop_v1_${someOf(r, HEX, 64)}`),
  jwt,
  pem,
  assignment,
  urlPassword,
  (r) => alone(someOf(r, `${BASE62}+/`, 44)),
  bearer,
]

function jwt(random: Random): Secret {
  const head = base64url('{"alg":"HS256","typ":"JWT"}')
  const body = base64url(
    `{"sub":"${digits(random, 8)}","iat":${1_600_000_000 + random.between(0, 9e7)}}`,
  )
  return alone(`${head}.${body}.${someOf(random, `${BASE62}_-`, 43)}`)
}

function pem(random: Random): Secret {
  const kind = anyOf(random, [
    'RSA PRIVATE KEY',
    'PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'EC PRIVATE KEY',
  ])
  const lines = Array.from({ length: 4 }, () => someOf(random, `${BASE62}+/`, 64)).join('\n')
  return alone(`-----BEGIN ${kind}-----\n${lines}\n-----END ${kind}-----`)
}

function assignment(random: Random): Secret {
  const value = anyOf(random, [
    `${someOf(random, LOWER, 6)}${digits(random, 3)}!`,
    `${anyOf(random, ['Sommer', 'qwerty', 'Dragon', 'пароль'])}${digits(random, 4)}`,
    someOf(random, BASE62, 16),
    someOf(random, HEX, 32),
  ])
  const before = anyOf(random, [
    'password: ',
    'PASSWORD=',
    'api_key=',
    '"secret": "',
    'pwd = ',
    'export DB_PASSWORD=',
    'пароль: ',
    'Passwort: ',
    'mot de passe : ',
    'contraseña: ',
    'client_secret: ',
    'X-Api-Key: ',
    "token: '",
    'my password is ',
  ])
  return { before, value, after: /["']$/.test(before) ? before.slice(-1) : '' }
}

function urlPassword(random: Random): Secret {
  const scheme = anyOf(random, ['postgres', 'mysql', 'redis', 'amqp', 'mongodb+srv', 'https'])
  const host = anyOf(random, [
    'db.internal:5432/app',
    'cache.example.com:6379/0',
    'host.example.org/x',
  ])
  const value = someOf(random, `${BASE62}$!_-`, random.between(8, 20))
  return { before: `${scheme}://${someOf(random, LOWER, 5)}:`, value, after: `@${host}` }
}

function bearer(random: Random): Secret {
  return { before: 'Authorization: Bearer ', value: someOf(random, `${BASE62}._-`, 40), after: '' }
}

/** A key, token or password, with what stands around it. */
export function secret(random: Random): Secret {
  return anyOf(random, MAKERS)(random)
}
