import { existsSync } from 'node:fs'
import { type BrowserContext, chromium } from '@playwright/test'

/** A Chromium that keeps history and sessions as users have it; the shell of other tests keeps none. */
export const fullChromium = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find((path) => path && existsSync(path))

/** Starts it with a profile in a folder. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  if (fullChromium === undefined) throw new Error('There is no whole Chromium on this machine.')
  // Root has no user namespace to sandbox in.
  const args = ['--no-first-run', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launchPersistentContext(folder, { executablePath: fullChromium, args })
}
