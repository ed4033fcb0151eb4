export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const kept = 'hookscope.theme'

/** The theme chosen in this browser; `system` when none was. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(kept)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Shows the page in a theme and keeps the choice. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(kept)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(kept, theme)
    document.documentElement.dataset['theme'] = theme
  }
}
