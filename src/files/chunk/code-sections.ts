import { splitLines, type TextLine } from './lines.ts'
import type { Section } from './section.ts'

/* Functions and classes of source code, in any language that indents.
 *
 * No parser per language: a line that declares something, by its keyword or its shape, begins a
 * section, and its indentation determines its parent. Where that is wrong, a chunk merely begins at
 * another line. Comments and decorators directly above belong to the section:
 *
 *     // Weighs one candidate.            ┐
 *     export function score(c) {          │ score
 *       …                                 ┘
 *     class Index {                       ┐ Index
 *       add(doc) {                        ┘ Index › add
 */

const MODIFIERS =
  '(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|sealed|async|override|virtual|inline|extern|unsafe|open|data|partial|readonly|suspend|local|pub(?:\\([a-z]{1,20}\\))?)\\s+){0,6}'
const CONTAINER = new RegExp(
  `^${MODIFIERS}(?:class|interface|trait|struct|enum|impl|module|mod|namespace|object|protocol|extension|record|defmodule|contract)(?:<[^>]{0,80}>)?\\s+([\\w.:$]+)`,
)
const FUNCTION = new RegExp(
  `^${MODIFIERS}(?:def|defp|fn|func|fun|function\\*?|sub|proc|macro_rules!|type)\\s+(?:\\([^)]{0,80}\\)\\s*)?([\\w.:$?!]+)`,
)
const STATEMENT =
  /^create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+)?(?:table|view|function|procedure|index|trigger|type|policy)\s+(?:if\s+not\s+exists\s+)?([\w."]+)/i
const BINDING = /^(?:export\s+)?(?:default\s+)?(?:const|let|var|val)\s+([\w$]+)/
/** "void main(int argc" and "  add(doc) {": a name, its brackets, and no semicolon after them. */
const TYPED = /^[A-Za-z_][\w<>[\],.:*&\s]{0,120}[\s*&]([A-Za-z_~][\w:]*)\s*\([^;=]*$/
const METHOD = /^(?:[\w<>[\],.?*&@]+\s+){0,6}[*#]?([\w$]+)\s*(?:<[^>]{0,80}>)?\([^;]*[{,(:]\s*$/
const SHELL = /^([\w-]+)\s*\(\)\s*\{/
const NO_NAME =
  /^(?:if|else|for|foreach|while|switch|catch|return|do|try|when|match|with|new|throw|await|yield|assert|case|using|lock|elif|elseif|unless|until|not|and|or)\b/
const ATTACHED = /^(?:\/\/|\/\*|\*|#(?!include|define|if|endif)|--|@|\[[A-Za-z]|"""|''')/
const MAX_LINE = 300
const TAB = 4

type Open = { readonly name: string; readonly indent: number; readonly isContainer: boolean }

/** Declarations with what belongs to them; code between them stands alone. */
export function* codeSections(text: string): Generator<Section> {
  const stack: Open[] = []
  let start = 0
  let path: string[] = []
  // Where the comments begin that precede the next line.
  let attachedFrom: number | null = null
  let isAfterBlank = false
  for (const line of splitLines(text)) {
    const { code, indent } = readLine(text, line)
    if (code === '') {
      isAfterBlank = true
      attachedFrom = null
      continue
    }
    const declared = declaredIn(code, indent, stack)
    if (declared === null && ATTACHED.test(code)) {
      attachedFrom ??= line.start
      isAfterBlank = false
      continue
    }
    const top = stack.at(-1)
    const isOutside =
      top !== undefined && indent <= top.indent && isAfterBlank && !/^[\])}]/.test(code)
    if (declared !== null || isOutside) {
      while ((stack.at(-1)?.indent ?? -1) >= indent) stack.pop()
      const from = attachedFrom ?? line.start
      if (from > start) {
        yield { start, end: from, path }
        start = from
      }
      if (declared !== null) stack.push({ ...declared, indent })
      path = stack.map(({ name }) => name)
    }
    attachedFrom = null
    isAfterBlank = false
  }
  if (start < text.length) yield { start, end: text.length, path }
}

function readLine(text: string, { start, end }: TextLine): { code: string; indent: number } {
  const line = text.slice(start, Math.min(end, start + MAX_LINE))
  const code = line.trim()
  const space = line.slice(0, line.length - line.trimStart().length)
  return { code, indent: space.replaceAll('\t', ' '.repeat(TAB)).length }
}

/** What a line declares, at the top level or directly inside a class; inside a function it is detail. */
function declaredIn(
  code: string,
  indent: number,
  stack: readonly Open[],
): Omit<Open, 'indent'> | null {
  if (NO_NAME.test(code)) return null
  const around = stack.findLast((open) => open.indent < indent)
  if (around !== undefined && !around.isContainer) return null
  const container = CONTAINER.exec(code)?.[1]
  if (container !== undefined) return { name: container, isContainer: true }
  const atTop =
    indent === 0 ? (STATEMENT.exec(code) ?? BINDING.exec(code) ?? TYPED.exec(code)) : null
  const inside = around === undefined ? null : METHOD.exec(code)
  const name = (FUNCTION.exec(code) ?? SHELL.exec(code) ?? atTop ?? inside)?.[1]
  if (name === undefined || (indent > 0 && around === undefined)) return null
  return { name, isContainer: false }
}
