/* Light, dark, or as the system has it; kept in this browser. */

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'earshot.theme'
const isDark = window.matchMedia('(prefers-color-scheme: dark)')

/** What the visitor chose; as the system until then. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

/** Remembers the choice and shows it. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  show()
}

/** Shows what was chosen, now and when the system changes. */
export function applyTheme(): void {
  show()
  isDark.addEventListener('change', show)
}

function show(): void {
  const theme = readTheme()
  const shown = theme === 'system' ? (isDark.matches ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = shown
}
