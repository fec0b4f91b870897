import { z } from '@hono/zod-openapi'
import {
  arrayOf,
  count,
  countOrNull,
  decimal,
  flag,
  text,
  textOrNull,
  texts,
  time,
} from './fields.ts'
import { shape } from './shape.ts'
import { WireExclusion, WireSource } from './shared-shapes.ts'
import { WireCitation } from './wire.ts'

/* The shapes of a context. */

const Parts = shape(
  'ScoreParts',
  'The parts of a score before they are weighted, each from 0 to 1',
  z.object({
    conversation: decimal('Probability that it belongs to the conversation of the mention', 0.93),
    search: decimal('From its rank in the search', 0.5),
    text: decimal('Similarity of its words to those of the question; rare words count more', 0.41),
    keywords: decimal('Share of the keywords of the question that it contains', 0.5),
    alike: decimal('Similarity in meaning', 0.62),
    recency: decimal('Falls with age: 1 now, a third after about four days', 0.98),
    source: decimal('By kind: pinned 1, whole file 0.7, chunk 0.6, message and summary 0.5', 0.5),
    usage: decimal('Earlier citations and feedback; down to -1 if it was rated not useful', 0.1),
  }),
)

const Metadata = shape(
  'ItemMetadata',
  'Where an item comes from, and how it was found',
  z.object({
    message_id: textOrNull('Id of the message in its channel; null for a file or summary', '7'),
    session_id: textOrNull('Session that the summary is of; null for a message or file'),
    author: textOrNull('Name of the author; null for a file or summary', 'Ann'),
    file_id: textOrNull('Id of the file; null for a message or summary'),
    path: textOrNull('Path of the file; null for a message or summary'),
    heading: textOrNull('Headings above the chunk, or its function; null unless it is a file'),
    start_line: countOrNull('First line of the chunk, from 1; null unless it is a file'),
    end_line: countOrNull('Last line of the chunk; null unless it is a file'),
    page: countOrNull('Page of the chunk, from 1; null if the file has no pages'),
    created_at: time(
      'Time of the message, of the last change of the file, or of the session’s end',
    ),
    matched_keywords: texts('Keywords of the question that it contains', 'launch'),
    search_rank: decimal('Equal to `parts.search`', 0.5),
    found_by: texts('Names of the sources that found it', 'conversation', 'messages'),
    parts: Parts.openapi({ description: 'Parts of the score' }),
  }),
)

/** What included and excluded items have in common. */
export const ListedPiece = z.object({
  id: text(
    'Id for feedback: `message:…` or `chunk:…`; a summary (`memory:…`) takes none',
    'message:7',
  ),
  type: z.enum(['message', 'nearby', 'reference', 'file', 'chunk', 'memory', 'fact']).openapi({
    description:
      'Kind of the item. `nearby`: a message near the conversation, perhaps about another subject; leave it out, or show it under a heading that says so. `reference`: a pinned message or file. `file`: a file of one chunk. `memory`: the summary of an earlier session. `fact`: what a person stated',
  }),
  source: text('Thread of the message or summary; path and lines of a chunk', 'api:team'),
  relevance: decimal(
    'Score, 0 to 1: the weighted sum of `metadata.parts`; 1 for the replied-to message',
    0.71,
  ),
  tokens: count('Size in the prompt, in tokens', 24),
  reason: text('Why it was found, or why it was left out, in words', 'continues what Ben asked'),
  metadata: Metadata.openapi({ description: 'Origin, and how it was found' }),
})

const Excluded = shape(
  'ExcludedItem',
  'An item that was found and left out of the context',
  ListedPiece.extend({ exclusion: WireExclusion }),
)

export const Item = shape(
  'ContextItem',
  'An item of the context',
  ListedPiece.extend({
    number: count('Number by which it is cited: [1]', 1),
    content: text('Its text, as a prompt would contain it', 'The launch is on Thursday.'),
    excerpt: textOrNull(
      'Passage with the terms of the question, marked <<<so>>>; null if it has none',
      'The <<<launch>>> is on Thursday.',
    ),
    is_shortened: flag('True if the text was cut to fit'),
  }),
)

export const WireQuery = shape(
  'AnalysedQuery',
  'Analysis of the question',
  z.object({
    keywords: texts('Distinct words, without stop words and mentions', 'launch'),
    rare_terms: texts('Keywords that few messages and files contain', 'launch'),
    phrases: texts('Texts in quotation marks'),
    is_question: flag('True if the text asks something', true),
    leans_on_conversation: flag('True if it cannot be understood without earlier messages'),
    language: textOrNull('Two-letter code of the language; null if it is not clear', 'en'),
  }),
)

/** Of a context nothing is cited yet. */
const CITATION: z.infer<typeof WireCitation> = {
  number: 1,
  id: 'message:7',
  type: 'message',
  source: 'Ann',
  message_id: '7',
  session_id: null,
  author: 'Ann',
  sent_at: '2026-03-10T11:50:00.000Z',
  file_id: null,
  path: null,
  start_line: null,
  end_line: null,
  page: null,
  excerpt: 'The launch is on Thursday.',
  relevance: 0.71,
  used_in_response: false,
  link: '/#/chats/api%3Ateam/messages/7',
}

const Stats = z.object({
  explicit_count: count('Number of included items that were replied to or pinned', 0),
  search_count: count('Number of included items found mainly by search', 0),
  history_count: count('Number of included items found mainly by the conversation', 1),
  nearby_count: count('Number of included items of type `nearby`', 0),
  excluded_count: count('Number of items in `excluded`', 0),
  is_bare_tag: flag('True for a mention without a question of its own'),
  sources: arrayOf(WireSource, 'What each source found'),
  query: WireQuery.openapi({ description: 'Analysis of the mention' }),
})

export const WireContext = shape(
  'Context',
  'The items for a prompt, and those that were left out',
  z.object({
    data: z
      .object({
        total_tokens: count('Size of all items, in tokens', 24),
        items: arrayOf(Item, 'Included items, in prompt order'),
        excluded: arrayOf(Excluded, 'Items that were left out').openapi({ example: [] }),
        citations: arrayOf(WireCitation, 'One per included item, in the same order').openapi({
          example: [CITATION],
        }),
        stats: Stats.openapi({ description: 'Numbers about the retrieval' }),
      })
      .openapi({ description: 'The context' }),
    meta: z
      .object({
        answer_id: text('Id for feedback and for `/api/answers/{id}/why`', 'a3f9c1d27be40865'),
        token_usage: count('Equal to `data.total_tokens`', 24),
        budget_tokens: count('Maximum tokens that applied', 3_500),
        source_count: count('Number of included items', 1),
        citation_count: count('Number of citations', 1),
        cached: flag('True if the retrieval was cached'),
        timings: z
          .object({
            recall_ms: decimal('Finding items', 8.4),
            score_ms: decimal('Scoring them', 0.6),
            trim_ms: decimal('Choosing those that fit the budget', 0.9),
          })
          .openapi({ description: 'Duration of each step in milliseconds' }),
        warnings: texts(
          'What the request named and is not there, such as an unknown `reply_to`; empty as a rule',
        ),
        took_ms: decimal('Sum of the timings, in milliseconds', 9.9),
      })
      .openapi({ description: 'Data about the request' }),
  }),
)
