import { settings as strings } from '../strings/settings.ts'
import { PersonaEditor } from './persona-editor.tsx'

/** The persona of all chats; the persona of one chat is in its settings. */
export function PromptsTab() {
  return <PersonaEditor thread={null} title={strings.prompts.everywhere} />
}
