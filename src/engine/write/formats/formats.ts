import type { HistoryFormatName } from '../../../domain/prompt-history.ts'
import { type BlockSettings, blockFormat } from './block.ts'
import { compactFormat } from './compact.ts'
import type { HistoryFormat } from './history-format.ts'
import { turnsFormat } from './turns.ts'

/** The format of this name. */
export function historyFormat(name: HistoryFormatName, block: BlockSettings): HistoryFormat {
  const formats = { compact: compactFormat, turns: turnsFormat, block: blockFormat(block) }
  return formats[name]
}
