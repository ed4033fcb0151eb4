import { useEffect, useState } from 'react'
import { hasTwelveHours } from '../../text/format.ts'

/** How the page looks in this browser. */
export interface Appearance {
  theme: 'system' | 'light' | 'dark'
  contrast: 'system' | 'more' | 'normal'
  density: 'comfortable' | 'compact'
}

export type AppearanceSetting = keyof Appearance

/** The choices; the first one is the default. */
export const appearanceChoices: {
  readonly [S in AppearanceSetting]: readonly [Appearance[S], ...(readonly Appearance[S][])]
} = {
  theme: ['system', 'light', 'dark'],
  contrast: ['system', 'more', 'normal'],
  density: ['comfortable', 'compact'],
}

const keyOf = (setting: AppearanceSetting) => `hookscope.${setting}`
const changed = 'hookscope:appearance'

/** The choices of this browser. */
export function storedAppearance(): Appearance {
  return { theme: stored('theme'), contrast: stored('contrast'), density: stored('density') }
}

function stored<S extends AppearanceSetting>(setting: S): Appearance[S] {
  const choices: readonly Appearance[S][] = appearanceChoices[setting]
  const kept = localStorage.getItem(keyOf(setting))
  return choices.find((choice) => choice === kept) ?? appearanceChoices[setting][0]
}

/** Shows the page so and keeps the choice, for other windows of this browser too. */
export function chooseAppearance<S extends AppearanceSetting>(setting: S, choice: Appearance[S]): void {
  if (choice === appearanceChoices[setting][0]) localStorage.removeItem(keyOf(setting))
  else localStorage.setItem(keyOf(setting), choice)
  window.dispatchEvent(new Event(changed))
}

/** Calls back when a choice was made, here or in another window of this browser. Returns how to stop. */
function onAppearance(callback: () => void): () => void {
  window.addEventListener(changed, callback)
  window.addEventListener('storage', callback)
  return () => {
    window.removeEventListener(changed, callback)
    window.removeEventListener('storage', callback)
  }
}

/** Keeps the root's attributes at what was chosen and what the system asks for; see tokens.css. Returns how to stop. */
export function followAppearance(): () => void {
  const asksForMore = window.matchMedia('(prefers-contrast: more)')
  const show = () => {
    const { theme, contrast, density } = storedAppearance()
    mark('theme', theme === 'system' ? null : theme)
    mark('contrast', contrast === 'more' || (contrast === 'system' && asksForMore.matches) ? 'more' : null)
    mark('density', density === 'compact' ? density : null)
  }
  show()
  document.documentElement.dataset['hours'] = hasTwelveHours ? '12' : '24'
  asksForMore.addEventListener('change', show)
  const stop = onAppearance(show)
  return () => {
    asksForMore.removeEventListener('change', show)
    stop()
  }
}

function mark(name: AppearanceSetting, value: string | null): void {
  if (value === null) delete document.documentElement.dataset[name]
  else document.documentElement.dataset[name] = value
}

/** The choices of this browser, kept up. */
export function useAppearance(): Appearance {
  const [appearance, setAppearance] = useState(storedAppearance)
  useEffect(() => onAppearance(() => setAppearance(storedAppearance())), [])
  return appearance
}
