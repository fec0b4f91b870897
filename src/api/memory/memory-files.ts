import { z } from '@hono/zod-openapi'
import { FACT_ATTRIBUTES, FACT_STATUSES } from '../../domain/fact.ts'
import { MEMORY_FORMATS, SKIP_REASONS } from '../../memory/import/imported-memory.ts'
import { OWN_FORMAT, OWN_VERSION } from '../../memory/import/read-own-memories.ts'
import type { Memory } from '../../memory/memory.ts'
import { requireRole } from '../auth.ts'
import type { Api } from '../env.ts'
import { defineRoute } from '../route.ts'
import { arrayOf, count, flag, text, textOrNull, time, timeOrNull } from '../wire/fields.ts'
import { shape } from '../wire/shape.ts'
import { jsonBody, jsonReply, ThreadId } from '../wire/wire.ts'
import { WirePerson } from './summaries.ts'

/* Memories as a file: to take facts to another Earshot, and to bring memories of other programs. */

/** Characters; with its other fields within the request body that is allowed by default. */
const MAX_FILE_LENGTH = 6_291_456
/** Places in the file that are named for each reason. */
const MAX_EXAMPLES = 10

const ExportedMemory = shape(
  'ExportedMemory',
  'A fact in a file of memories',
  z.object({
    subject: z
      .object({
        kind: z.enum(['person', 'group', 'thing']).openapi({ description: 'What it is about' }),
        name: textOrNull('Name as it was typed; null for the group', 'Ann'),
        person: textOrNull(
          'The person, or the owner of the thing, as channel:id; null if it is nobody known',
          'telegram:1042',
        ),
      })
      .openapi({ description: 'Whom or what it is about' }),
    attribute: z
      .enum(FACT_ATTRIBUTES)
      .openapi({ description: 'Kind of the fact', example: 'home' }),
    key: textOrNull('Which of several values of one kind: `sister` of a relation'),
    value: text('What the attribute is', 'Lisbon'),
    text: text('The fact as a sentence', 'Ann lives in Lisbon'),
    said_by: text('Who stated it, as channel:id', 'telegram:1042'),
    thread_id: textOrNull('The group it was stated in; null for a private memory', 'telegram:-100'),
    said_at: time('When it was stated'),
    valid_from: time('From when on it holds'),
    valid_to: timeOrNull('When it ended; null while it holds'),
    status: z.enum(FACT_STATUSES).openapi({ description: 'As in GET /api/facts' }),
    pinned: flag('True if it comes before other facts'),
  }),
)
const MemoryExport = shape(
  'MemoryExport',
  'A file of memories',
  z.object({
    format: z.literal(OWN_FORMAT).openapi({ description: 'Name of the format' }),
    version: z.literal(OWN_VERSION).openapi({ description: 'Version of the format' }),
    exported_at: time('When it was made'),
    memories: arrayOf(ExportedMemory, 'The facts, oldest first, with those that no longer hold'),
  }),
)
export type MemoryExport = z.infer<typeof MemoryExport>

const MemoryReport = shape(
  'MemoryReport',
  'What became of imported memories',
  z.object({
    format: z
      .enum(MEMORY_FORMATS)
      .openapi({ description: 'The format that was recognised', example: 'mem0' }),
    dry_run: flag('True if nothing was stored'),
    added: count('Memories that were stored', 12),
    known: count('Memories that were there already', 3),
    skipped: arrayOf(
      z.object({
        reason: z.enum(SKIP_REASONS).openapi({
          description:
            '`unreadable`: not an entry of the format. `too_long`: more than 1,000 characters. `no_person`: it names nobody, and no person was named. `person_unknown`: nobody here has that id. `other_person`: the file is of several people, and this is not the named one’s. `opted_out`: its person opted out of memory. `about_group`: of a group, and no chat was named. `over_limit`: its person has 2,000 entered facts. `deleted_before`: a person deleted it here.',
          example: 'person_unknown',
        }),
        count: count('How many', 2),
        examples: z
          .array(z.int())
          .openapi({ description: 'Their places in the file: entries or lines', example: [4, 9] }),
      }),
      'Memories that were not stored, by reason',
    ),
  }),
)
export type MemoryReportWire = z.infer<typeof MemoryReport>

const exported = defineRoute({
  method: 'get',
  path: '/api/memory/export',
  tag: 'Memory',
  role: 'staff',
  summary: 'Export facts as a file of memories',
  description:
    'Of a person, a chat or the whole workspace, at most 5,000. POST /api/memory/import reads it.',
  middleware: [requireRole('staff')] as const,
  request: {
    query: z.object({
      person: WirePerson.optional().openapi({
        description: 'Only facts about this person, and of their private memory; default: all',
      }),
      thread_id: ThreadId.optional().openapi({
        description: 'Only facts of this chat or thread; default: all',
      }),
    }),
  },
  responses: { 200: jsonReply(MemoryExport, 'The file') },
  errors: ['person_not_found', 'chat_not_found'],
})
const imported = defineRoute({
  method: 'post',
  path: '/api/memory/import',
  tag: 'Memory',
  role: 'staff',
  summary: 'Import memories of this or another program',
  description:
    'Recognises files of GET /api/memory/export, lists of memories of mem0, facts and edges of Zep, the memory of ChatGPT as lines, and the memory of Claude as Markdown. Personal data is removed. Importing the same again adds nothing.',
  middleware: [requireRole('staff')] as const,
  request: {
    body: jsonBody(
      shape(
        'MemoryImport',
        'A file of memories, and whom it is for',
        z.strictObject({
          content: z.string().min(1).max(MAX_FILE_LENGTH).openapi({
            description: 'The file as text',
            example: '[{"memory": "Prefers PDF invoices", "user_id": "ann"}]',
          }),
          person: WirePerson.optional().openapi({
            description:
              'The person whom the memories belong to; default: whom each names, an id without a channel being one of `api`',
          }),
          thread_id: ThreadId.optional().openapi({
            description:
              'The group whose memory they become; default: the private memory of their person',
          }),
          dry_run: z.boolean().optional().openapi({
            description: 'True: report and store nothing; default: false',
            example: true,
          }),
        }),
      ),
    ),
  },
  responses: { 200: jsonReply(MemoryReport, 'What became of them') },
  errors: ['person_not_found', 'chat_not_found', 'import_line_invalid'],
})

/** Export and import of memories. */
export function addMemoryFileRoutes(api: Api, memory: Memory, now: () => Date): void {
  api.openapi(exported, async (c) => {
    const { person = null, thread_id: threadId = null } = c.req.valid('query')
    const facts = await memory.exportMemories(c.get('principal'), { person, threadId })
    return c.json(
      {
        format: OWN_FORMAT,
        version: OWN_VERSION,
        exported_at: now().toISOString(),
        memories: facts.map(toWireMemory),
      } as const,
      200,
    )
  })
  api.openapi(imported, async (c) => {
    const { content, person = null, thread_id: threadId = null, dry_run } = c.req.valid('json')
    const isDry = dry_run === true
    const wanted = { text: content, person, threadId, isDry }
    const { format, added, known, skipped } = await memory.importMemories(
      c.get('principal'),
      wanted,
    )
    const reasons = [...skipped].map(([reason, places]) => ({
      ...{ reason, count: places.length, examples: places.slice(0, MAX_EXAMPLES) },
    }))
    return c.json({ format, dry_run: isDry, added, known, skipped: reasons }, 200)
  })
}

type Exported = Awaited<ReturnType<Memory['exportMemories']>>[number]

function toWireMemory(fact: Exported): z.infer<typeof ExportedMemory> {
  const { about } = fact
  const name = about.kind === 'group' ? null : about.name
  return {
    subject: { kind: about.kind, name, person: about.kind === 'group' ? null : fact.subject },
    ...{ attribute: fact.attribute, key: fact.key, value: fact.value, text: fact.text },
    said_by: fact.sayer,
    thread_id: fact.thread,
    said_at: fact.saidAt.toISOString(),
    valid_from: fact.validFrom.toISOString(),
    valid_to: fact.validTo?.toISOString() ?? null,
    status: fact.status,
    pinned: fact.isPinned,
  }
}
