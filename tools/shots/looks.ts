import type { Page } from '@playwright/test'

/** The four themes, as the user's system asks for them. */
export const looks = ['light', 'dark', 'light-contrast', 'dark-contrast'] as const
export type Look = (typeof looks)[number]

/** Switches the theme of a page in place. */
export async function setLook(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: look.startsWith('light') ? 'light' : 'dark',
    contrast: look.endsWith('contrast') ? 'more' : 'no-preference',
    reducedMotion: 'reduce',
  })
}

/** The two sizes that are photographed. */
export const sizes = { large: { width: 1280, height: 800 }, small: { width: 800, height: 600 } } as const

/** Makes the page compact or comfortable, as the switch in its settings does. */
export async function setDensity(page: Page, density: 'compact' | 'comfortable'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('hookscope.density', chosen)
    window.dispatchEvent(new Event('hookscope:appearance'))
  }, density)
}
