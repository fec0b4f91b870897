import type { FetchChannelFile } from '../channel.ts'
import { readBytes } from '../read-bytes.ts'
import { type MatrixClient, matrixPath } from './client.ts'

const PATIENCE_MS = 10_000
/** The media's server and its id there, which become parts of a path. */
const MXC = /^mxc:\/\/([\w.:[\]-]{1,230})\/([\w-]{1,255})$/

/** Downloads media. Their address names a server, but only the bot's own homeserver is asked. */
export function matrixFiles(client: MatrixClient): FetchChannelFile {
  return async ({ fileId }, { maxBytes, signal }) => {
    const [, server, id] = MXC.exec(fileId ?? '') ?? []
    if (server === undefined || id === undefined || /^\.+$/.test(server)) return null
    const timeout = AbortSignal.timeout(PATIENCE_MS)
    const patience = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    try {
      const response = await client.download(matrixPath('media', 'download', server, id), patience)
      return response && (await readBytes(response, maxBytes))
    } catch {
      return null
    }
  }
}
