import { listRecentChunks } from '../../db/search/search-chunks.ts'
import type { Source } from './source.ts'

const LIMIT = 5
/** Of the file used last; each further one has a fifth less, and the last is still above what a context requires. */
const WEIGHT = 0.3
const FALL = 0.8

const WORDS_FOR_FILE: ReadonlySet<string> = new Set(
  `file files document documents doc docs pdf page paper sheet spreadsheet slides datei dokument fichier document archivo
  documento ficheiro arquivo plik dokument dosya belge файл файла файле документ документе 文件 文档 文書 书类 파일 문서`.split(
    /\s+/,
  ),
)
const isWordForFile = (word: string) => WORDS_FOR_FILE.has(word)

/**
 * The first chunks of the files used last: what "that document" may refer to. Applies only to questions
 * that lean on the conversation before them.
 */
export const recentFilesSource: Source = {
  name: 'recent files',
  needsVector: false,
  appliesTo: (query) => query.leansOnConversation && !query.isBareTag,
  find: async (db, { shown, question, query }) => {
    // In a group "that" is rarely a file of the workspace, "that document" may be.
    const isMeant = !question.chat?.isGroup || query.subjectWords.some(isWordForFile)
    const seesShared = shown.seesShared && isMeant
    const chunks = await listRecentChunks(db, { ...shown, seesShared }, LIMIT)
    return chunks.map((chunk, i) => ({
      piece: { kind: 'chunk', chunk },
      finding: {
        by: 'recent files',
        part: 'search',
        weight: WEIGHT * FALL ** i,
        reason: 'recently used',
      },
    }))
  },
}
