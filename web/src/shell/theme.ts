/* Light, dark or the system's theme; stored in the browser. */

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'earshot.theme'
const isDark = window.matchMedia('(prefers-color-scheme: dark)')

/** The chosen theme; the system's by default. */
export function readTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Stores and applies a theme. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  apply()
}

/** Applies the theme, now and when the system's changes. */
export function applyTheme(): void {
  apply()
  isDark.addEventListener('change', apply)
}

function apply(): void {
  const theme = readTheme()
  const applied = theme === 'system' ? (isDark.matches ? 'dark' : 'light') : theme
  document.documentElement.dataset.theme = applied
}
