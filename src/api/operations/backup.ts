import { Readable } from 'node:stream'
import { z } from '@hono/zod-openapi'
import { AppError } from '../../domain/errors.ts'
import type { WorkspaceId } from '../../domain/ids.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'

/** Begins a backup. It holds all workspaces, so it is the server's and not a workspace's. */
export type BackupAccess = {
  /** Only admins of this workspace may make one. */
  readonly workspaceId: WorkspaceId
  begin(): Promise<Readable>
}

const read = defineRoute({
  method: 'get',
  path: '/api/backup',
  tag: 'Operations',
  role: 'admin',
  summary: 'Make a backup of the whole database',
  description:
    'All workspaces as of one moment, while others go on writing: messages, files, memory, answers, keys (hashed) and pending work. The body is complete only if `earshot restore --check` accepts it; `earshot backup` makes that check. It contains messages in the clear.',
  middleware: [requireRole('admin')] as const,
  responses: {
    200: {
      description: 'The backup: lines of JSON, compressed with gzip',
      content: {
        'application/gzip': {
          schema: z.string().openapi({
            format: 'binary',
            description: 'The bytes of the backup',
            example: '(binary)',
          }),
        },
      },
    },
  },
  errors: ['work_in_progress'],
})

/** The route of backups, for operators. */
export function addBackupRoute(api: Api, backup: BackupAccess): void {
  api.openapi(read, async (c) => {
    if (c.get('principal').workspaceId !== backup.workspaceId) {
      throw new AppError(
        'forbidden',
        'A backup holds the whole server. Ask its operator to make one.',
      )
    }
    const stream = await backup.begin()
    // If the client disconnects, the stream is destroyed, which ends the backup.
    const body = Readable.toWeb(stream) as ReadableStream
    return c.body(body, 200, { 'Content-Type': 'application/gzip' }) as never
  })
}
