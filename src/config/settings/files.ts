import { z } from 'zod'

/** The limits of files; part of settings.ts. */
export const fileSettings = {
  EARSHOT_FILE_MEGABYTES: z.coerce
    .number()
    .positive()
    .max(100)
    .default(10)
    .meta({ label: 'Maximum file size' })
    .describe('Maximum size of a file in megabytes; a larger file is rejected.'),
  EARSHOT_FILE_CHARACTERS: z.coerce
    .number()
    .int()
    .positive()
    .max(100_000_000)
    .default(4_000_000)
    .meta({ label: 'Maximum characters per file' })
    .describe('Maximum characters of text in a file; a long novel has 3,000,000.'),
  EARSHOT_FILE_CHUNKS: z.coerce
    .number()
    .int()
    .positive()
    .max(100_000)
    .default(4_000)
    .meta({ label: 'Maximum chunks per file' })
    .describe('Maximum number of chunks per file, of about 230 words each.'),
  EARSHOT_FILE_PAGES: z.coerce
    .number()
    .int()
    .positive()
    .default(2_000)
    .meta({ label: 'Maximum PDF pages' })
    .describe('Maximum number of pages of a PDF.'),
  EARSHOT_FILE_SECONDS: z.coerce
    .number()
    .positive()
    .max(600)
    .default(30)
    .meta({ label: 'File reading timeout' })
    .describe('Timeout for reading a PDF or DOCX, in seconds.'),
  EARSHOT_FILES_PER_OWNER: z.coerce
    .number()
    .int()
    .positive()
    .default(20_000)
    .meta({ label: 'Maximum files per owner' })
    .describe('Maximum number of files per chat, per person, and of the workspace itself.'),
  EARSHOT_WORKSPACE_FILES: z
    .string()
    .default('all')
    .transform((text, issues) => {
      const names = text.split(/[\s,]+/).filter((name) => name !== '')
      const isListed = (name: string) => /^[^:]+:.+$/u.test(name)
      if (text === 'all' || (text !== 'none' && names.length === 0)) return 'all' as const
      if (text === 'none') return new Set<string>()
      if (names.every(isListed)) return new Set(names)
      issues.addIssue('must be `all`, `none`, or chats as channel:chat, separated by commas')
      return z.NEVER
    })
    .meta({ label: 'Chats that see workspace files' })
    .describe(
      'Groups whose answers may use files of the whole workspace: `all`, `none`, or a list such as `telegram:-1001234, api:team`. Private chats always may.',
    ),
}
