import { randomUUID } from 'node:crypto'
import { open, readFile, readlink, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { codeOf } from '../../../domain/errors.ts'

/* The process that owns a data directory, and whether it is still alive.
 *
 * Among processes that see each other the pid identifies it, with its start time and the machine's
 * boot id. In containers they may not see each other: two that share a volume can both be process 1,
 * and a volume changes hands while the old one is still at work (a rolling update). So an owner also
 * listens on a socket next to its lock; where no process answers, none is alive. */

export type LockOwner = {
  readonly pid: number
  readonly bootId: string
  readonly startedAt: string
  /** The pid namespace: each container has its own. Missing in locks of earlier versions. */
  readonly pidSpace?: string
  /** Makes each owner's file unique, so that a dead owner is never mistaken for its successor. */
  readonly nonce: string
  /** The owner's HTTP address, once it listens. */
  readonly url: string | null
}

/** This process, as a new owner. */
export async function describeSelf(): Promise<LockOwner> {
  return {
    pid: process.pid,
    bootId: await bootId(),
    startedAt: await startOf(process.pid),
    pidSpace: await pidSpaceHere(),
    nonce: randomUUID(),
    url: null,
  }
}

/** Whether the process that an owner's file in this directory names still runs. */
export async function isAlive(directory: string, owner: LockOwner): Promise<boolean> {
  if (owner.bootId !== (await bootId())) return false
  if (await isElsewhere(owner)) return isAnswered(directory, owner)
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return owner.startedAt === (await startOf(owner.pid))
}

/** True if the owner is in another pid namespace, where pids cannot be compared. */
export async function isElsewhere({ pidSpace }: LockOwner): Promise<boolean> {
  return pidSpace !== undefined && pidSpace !== (await pidSpaceHere())
}

/** Makes an owner reachable for processes that cannot see its pid, until it is ended. */
type Presence = { end(): Promise<void> }

/** Listens as this owner. On a file system without sockets it is unreachable, but still works. */
export async function bePresent(directory: string, owner: LockOwner): Promise<Presence> {
  if (owner.pidSpace === '') return { end: async () => {} }
  const server = createServer((socket) => socket.destroy()).unref()
  await atSocket(directory, owner, (path) => {
    server.listen(path)
    return new Promise((resolve) => server.once('listening', resolve).on('error', resolve))
  })
  return {
    end: async () => {
      server.close()
      await removeTraces(directory, owner)
    },
  }
}

/** Removes the socket that a dead owner left next to its lock. */
export function removeTraces(directory: string, owner: LockOwner): Promise<void> {
  return rm(join(directory, socketOf(owner)), { force: true })
}

/** The kernel accepts a connection for a process that is slow or stopped, and refuses it for one that ended. */
function isAnswered(directory: string, owner: LockOwner): Promise<boolean> {
  return atSocket(directory, owner, (path) => {
    const socket = connect(path)
    return new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', (error) => {
        resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error)))
      })
    }).finally(() => socket.destroy())
  })
}

/** By way of the open directory: a socket's own path may have only about a hundred characters. */
async function atSocket<Result>(
  directory: string,
  owner: LockOwner,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const handle = await open(directory)
  try {
    return await use(`/proc/self/fd/${handle.fd}/${socketOf(owner)}`)
  } finally {
    await handle.close()
  }
}

function socketOf({ nonce }: LockOwner): string {
  return `earshot.lock.${nonce}.socket`
}

/** Changes with every boot. Empty where the system does not report it: then the pid alone decides. */
async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
}

/** Empty on systems without pid namespaces. */
function pidSpaceHere(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => '')
}

/** When a process began, in clock ticks since boot; distinguishes a reused pid from its former owner. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the command in parentheses and may hold spaces; count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended: its parent has not reaped it yet.
  return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
}
