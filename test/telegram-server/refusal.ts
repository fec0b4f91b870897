import type { ResponseParameters } from 'grammy/types'

/** A call that the server answers with an error, in Telegram's own words. */
export class Refusal extends Error {
  readonly code: number
  readonly parameters: ResponseParameters

  constructor(code: number, description: string, parameters: ResponseParameters = {}) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

/** The error most calls end with when they are wrong. */
export const badRequest = (what: string, parameters: ResponseParameters = {}) =>
  new Refusal(400, `Bad Request: ${what}`, parameters)
