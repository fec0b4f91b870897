import type { WebClient } from '@slack/web-api'
import type { FetchChannelFile } from '../channel.ts'
import { readBytes } from '../read-bytes.ts'
import { classifySlackError } from './classify-slack-error.ts'

const PATIENCE_MS = 10_000

/**
 * Downloads files of messages. Their addresses need the token, so they come from Slack itself and not from a message,
 * and lead nowhere but to Slack.
 */
export function slackFiles(
  web: WebClient,
  { token, root }: { readonly token: string; readonly root: string },
): FetchChannelFile {
  return async ({ fileId }, { maxBytes, signal }) => {
    if (fileId === undefined) return null
    const address = await addressOf(web, fileId, maxBytes)
    if (address === null || !isOfSlack(address, root)) return null
    const deadline = AbortSignal.timeout(PATIENCE_MS)
    try {
      const response = await fetch(address, {
        headers: { authorization: `Bearer ${token}` },
        // Slack redirects those who may not read a file to its login page.
        redirect: 'error',
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      })
      return response.status === 200 ? await readBytes(response, maxBytes) : null
    } catch {
      return null
    }
  }
}

async function addressOf(web: WebClient, file: string, maxBytes: number): Promise<string | null> {
  try {
    const { file: found } = await web.files.info({ file })
    if (found === undefined || (found.size ?? 0) > maxBytes) return null
    return found.url_private_download ?? found.url_private ?? null
  } catch (error) {
    if (classifySlackError(error)?.kind === 'refused') return null
    throw error
  }
}

/** Whether the token may be sent there: to Slack's hosts, or to the server that the settings name in its place. */
export function isOfSlack(address: string, root: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  if (origin === new URL(root).origin) return true
  return protocol === 'https:' && /(^|\.)(slack|slack-gov|slack-files)\.com$/.test(hostname)
}
