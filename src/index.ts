/**
 * Earshot as a library: open it with settings, call the engine's functions.
 *
 *     const earshot = await openEarshot(readConfig({ EARSHOT_DATA_DIR: './data' }, null))
 *     await earshot.engine.receive(principal, delivery)
 *     const answer = await earshot.engine.ask(principal, request, { id: null, window: 5 })
 *     await earshot.close()
 */

export { type Earshot, openEarshot } from './app/open-earshot.ts'
export { type Config, readConfig } from './config/config.ts'
export { AppError, type ErrorCode } from './domain/errors.ts'
export { DEFAULT_WORKSPACE } from './domain/ids.ts'
export type { Delivery, IncomingMessage, Message } from './domain/message.ts'
export type { Principal } from './domain/principal.ts'
export type { Engine } from './engine/engine.ts'
