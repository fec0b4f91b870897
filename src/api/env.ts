import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Principal } from '../domain/principal.ts'

/** What a request carries from authentication to its handler. */
export type Env = { Variables: { principal: Principal; isOpen?: true } }

/** The app that resources add their routes to. */
export type Api = OpenAPIHono<Env>
