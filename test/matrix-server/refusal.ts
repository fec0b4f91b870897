/** A call that the homeserver refuses. */
export class MatrixRefusal extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    errcode: string,
    error: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${errcode}`)
    this.status = status
    this.body = { errcode, error, ...more }
    this.headers = headers
  }
}

/** What one gets in a room that one is not in. */
export function notInRoom(user: string, room: string): MatrixRefusal {
  return new MatrixRefusal(403, 'M_FORBIDDEN', `User ${user} not in room ${room}`)
}

/** What there is not. */
export function notFound(what: string): MatrixRefusal {
  return new MatrixRefusal(404, 'M_NOT_FOUND', `${what} not found`)
}
