import type { Db } from '../../db/engine/database.ts'
import { sessionKey } from '../../db/forgetting/drop-derived.ts'
import { markStale } from '../../db/sessions/memory-owners.ts'
import { setMemory } from '../../db/sessions/session-life.ts'
import {
  findSummary,
  insertSummary,
  insertTags,
  type SummaryTag,
} from '../../db/sessions/session-summaries.ts'
import {
  readTranscript,
  type Transcript,
  type TranscriptLine,
} from '../../db/sessions/transcripts.ts'
import type { SessionId, WorkspaceId } from '../../domain/ids.ts'
import type { MemoryOwner } from '../../domain/memory.ts'
import type { SourceLine } from '../../domain/prompt.ts'
import { addressesIn, onlyKnownAddresses } from '../../engine/write/known-addresses.ts'
import { shortenTitle, titleLines } from '../../models/offline/title-lines.ts'
import { DAY_MS, type MemoryDeps, SESSION_CAP } from '../deps.ts'
import { withLease } from '../lease.ts'
import { askModel, type ModelRequest, type ModelResult } from './ask-model.ts'
import { summaryOwnerOf } from './owner-of.ts'
import { privateLines } from './private-lines.ts'
import { conversationPrompt, sessionPrompt } from './prompts.ts'
import { readSummaryTags, readTitle } from './read-reply.ts'
import { summaryRequest } from './summary-request.ts'

export type SessionJob = { readonly workspaceId: WorkspaceId; readonly sessionId: SessionId }

const BULLETS = 15
const FEWEST_TAGS = 3
const MAX_TAGS = 10
/** For ten tags and a title as JSON. */
const TAG_TOKENS = 280

/**
 * Summarises and tags a closed session or part of a conversation, once, by one call of a model, or none for one of few
 * lines. Both are stored in one transaction. A session that is not due (already summarised, or reopened) is skipped.
 */
export async function summariseSession(
  { workspaceId, sessionId }: SessionJob,
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<void> {
  await withLease(workspaceId, sessionKey(sessionId), deps, async (fenced) => {
    const due = await fenced((db) => readDue(db, workspaceId, sessionId, deps))
    if (due === null) return
    const { transcript, owner, summary } = due
    const lines = owner === null ? [] : await privateLines(ownLines(transcript), deps)
    if (owner === null || !lines.some(({ text }) => text.trim() !== '')) {
      return fenced((db) => setMemory(db, workspaceId, sessionId, 'skipped'))
    }
    const session: DueSession = { workspaceId, sessionId, owner, transcript }
    const made = summary === null ? await makeSummary(session, lines, deps, signal) : null
    const text = made?.value.text ?? summary?.text ?? ''
    const named = made?.value.tags ?? []
    const tags = named.length >= FEWEST_TAGS ? named : await tagsOf(text, transcript, deps)
    await fenced(async (db) => {
      if (made !== null) await storeSummary(db, session, made, deps)
      await insertTags(db, workspaceId, sessionId, tags, deps.now())
      await setMemory(db, workspaceId, sessionId, 'done')
      await markStale(db, workspaceId, owner, deps.now())
    })
    report(session, made, tags, deps)
  })
}

type DueSession = SessionJob & { readonly owner: MemoryOwner; readonly transcript: Transcript }

async function readDue(
  db: Db,
  workspaceId: WorkspaceId,
  sessionId: SessionId,
  { settings }: MemoryDeps,
) {
  const transcript = await readTranscript(db, workspaceId, sessionId)
  if (transcript === null) return null
  const owner = await summaryOwnerOf(db, workspaceId, transcript, settings)
  return { transcript, owner, summary: await findSummary(db, workspaceId, sessionId) }
}

/** Answers about a group repeat the words of its members, which are shown in that group only. */
function ownLines({ isGroup, conversationId, lines }: Transcript): readonly TranscriptLine[] {
  return isGroup && conversationId === null ? lines.filter(({ isBot }) => !isBot) : lines
}

type Written = {
  readonly text: string
  readonly tags: readonly SummaryTag[]
  /** Of a part of a conversation. */
  readonly title: string | null
}

/** The summary and the tags of one reply; a reply without usable tags is not requested again. */
async function makeSummary(
  session: DueSession,
  lines: readonly SourceLine[],
  deps: MemoryDeps,
  signal?: AbortSignal,
): Promise<ModelResult<Written>> {
  const limits = { maxBullets: BULLETS, maxTokens: SESSION_CAP }
  const isConversation = session.transcript.conversationId !== null
  const write = isConversation ? conversationPrompt : sessionPrompt
  const prompt = write(lines, deps.settings.timeZone)
  const bullets = summaryRequest(prompt, lines, limits, deps)
  const request: ModelRequest<Written> = {
    ...bullets,
    task: { kind: 'summarise', lines, ...limits, maxTags: MAX_TAGS },
    maxOutputTokens: bullets.maxOutputTokens + TAG_TOKENS,
    read: (reply, isLast) => {
      const text = bullets.read(reply, isLast)
      const clean = deps.redact(reply, [])
      const title = isConversation ? titleOf(clean, lines) : null
      return text === null ? null : { text, tags: readSummaryTags(clean), title }
    },
  }
  const payer = { ...session, job: 'summarise' } as const
  return askModel(request, payer, modelFor(session.transcript, lines, deps), signal)
}

/** The title that a model gave, without addresses that were not in its input; else a sentence of the lines. */
function titleOf(reply: string, lines: readonly SourceLine[]): string {
  const known = addressesIn(lines.map(({ text }) => text))
  const title = readTitle(onlyKnownAddresses(reply, known))
  return title === null ? titleLines(lines) : shortenTitle(title)
}

/**
 * Imported sessions of long ago are not worth money, and a few lines are no longer than their summary: both are
 * summarised by the offline model.
 */
function modelFor(
  { endedAt }: Transcript,
  lines: readonly SourceLine[],
  deps: MemoryDeps,
): MemoryDeps {
  const { modelMaxAgeDays, minModelLines } = deps.settings
  const age = deps.now().getTime() - endedAt.getTime()
  const isWorthIt = age <= modelMaxAgeDays * DAY_MS && lines.length >= minModelLines
  return isWorthIt ? deps : { ...deps, model: deps.offline }
}

/** Tags of a summary without a model: where the reply had none, or the offline model wrote it. */
async function tagsOf(
  summary: string,
  { lines: said }: Transcript,
  { offline }: MemoryDeps,
): Promise<SummaryTag[]> {
  const speakers = new Set(said.map(({ speaker }) => speaker))
  const lines = summary.split('\n').map((bullet, i) => lineOf(bullet, i + 1, speakers))
  const reply = await offline.complete({
    prompt: { system: '', messages: [] },
    task: { kind: 'tag', lines, maxTags: MAX_TAGS },
    maxOutputTokens: TAG_TOKENS,
    temperature: 0,
  })
  return readSummaryTags(reply.text)
}

async function storeSummary(
  db: Db,
  { workspaceId, sessionId, owner, transcript }: DueSession,
  { value: { text, title }, modelId }: ModelResult<Written>,
  { countTokens, now }: MemoryDeps,
): Promise<void> {
  await insertSummary(db, workspaceId, owner, {
    sessionId,
    title,
    text,
    tokens: countTokens(text),
    messageIds: transcript.lines.flatMap(({ messageId }) => messageId ?? []),
    turnNumbers: [...new Set(transcript.lines.flatMap(({ turnNumber }) => turnNumber ?? []))],
    modelId,
    endedAt: transcript.endedAt,
    createdAt: now(),
  })
}

function report(
  { workspaceId, sessionId, owner }: DueSession,
  made: ModelResult<Written> | null,
  tags: readonly SummaryTag[],
  { record, countTokens }: MemoryDeps,
): void {
  const who = { workspaceId, sessionId, personId: owner.personId }
  if (made !== null) {
    const { value, modelId: model, tokens: modelTokens, ms } = made
    const size = { chars: value.text.length, tokens: countTokens(value.text) }
    record({ name: 'session.summarised', ...who, model, modelTokens, ms, ...size })
  }
  // The tags were part of the same call, or cost none.
  const model = made?.modelId ?? 'offline'
  record({ name: 'session.tagged', ...who, model, modelTokens: 0, ms: 0, tags: tags.length })
}

/**
 * A bullet as a line: a tag's confidence grows with the number of lines it is in. The offline summariser
 * names the speaker, which is not a subject.
 */
function lineOf(bullet: string, number: number, speakers: ReadonlySet<string>): SourceLine {
  const [, speaker = '', text = ''] = /^- ([^:]{1,80}): (.+)$/s.exec(bullet) ?? []
  const said = speakers.has(speaker) ? { speaker, text } : { speaker: '', text: bullet }
  return { number, sentAt: null, ...said }
}
