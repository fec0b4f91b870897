import { settings as strings } from '../strings/settings.ts'
import { PersonaEditor } from './persona-editor.tsx'

/** How the assistant speaks everywhere. A chat's own way is with the chat. */
export function PromptsTab() {
  return <PersonaEditor thread={null} title={strings.prompts.everywhere} />
}
