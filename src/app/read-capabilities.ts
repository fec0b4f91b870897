import type { Capabilities, CapabilitiesByModel } from '../models/capabilities.ts'

/* `compatible:tiny:1b media=none tools=no system=no context=8192; openai:gpt-4o media=image/png,image/jpeg` */

/** Reads what models can do, by name; unreadable entries are reported. */
export function readCapabilities(text: string): {
  readonly capabilities: CapabilitiesByModel
  readonly problems: readonly string[]
} {
  const capabilities = new Map<string, Capabilities>()
  const problems: string[] = []
  const entries = text.split(';').map((entry) => entry.trim())
  for (const entry of entries.filter((one) => one !== '')) {
    const [model = '', ...words] = entry.split(/\s+/)
    if (!/^[a-z]+:\S+$/.test(model)) problems.push(`"${model.slice(0, 60)}" is no model`)
    let known: Capabilities = {}
    for (const word of words) {
      const read = readOne(word)
      if (read === null) problems.push(`"${word.slice(0, 50)}" is no capability; ${EXAMPLE}`)
      known = { ...known, ...read }
    }
    capabilities.set(model, known)
  }
  return { capabilities, problems }
}

const EXAMPLE =
  'write media=none, media=image/*,application/pdf, tools=no, system=no or context=8192'
const MEDIA_TYPE = /^[a-z]+\/(\*|[\w.+-]+)$/

function readOne(word: string): Capabilities | null {
  const [name, value = ''] = word.split('=')
  const isYesOrNo = value === 'yes' || value === 'no'
  if (name === 'tools' && isYesOrNo) return { tools: value === 'yes' }
  if (name === 'system' && isYesOrNo) return { system: value === 'yes' }
  if (name === 'context' && /^[1-9]\d{2,7}$/.test(value)) return { contextTokens: Number(value) }
  if (name !== 'media') return null
  const types = value === 'none' ? [] : value.split(',')
  return types.every((type) => MEDIA_TYPE.test(type)) ? { media: types } : null
}
