/** The names of all tools, for the setting that turns some off. A test compares them with the tools there are. */
export const TOOL_NAMES = [
  'get_smart_context',
  'get_message',
  'get_reply_chain',
  'search_messages',
  'search_files',
  'catch_up',
  'remember',
  'recall',
  'update_fact',
  'forget_fact',
  'calculator',
  'current_time',
  'weather',
  'currency',
] as const

/** Names of tools in one text, separated by spaces or commas; and the first that no tool has, cut to be shown. */
export function readToolNames(text: string): {
  readonly names: ReadonlySet<string>
  readonly unknown: string | null
} {
  const given = text.split(/[\s,]+/).filter((name) => name !== '')
  const unknown = given.find((name) => !TOOL_NAMES.some((known) => known === name))
  return { names: new Set(given), unknown: unknown?.slice(0, 40) ?? null }
}
