import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a real Chromium for tests and pictures: CHROMIUM_PATH, the system's, or the one inside an npm package, so that a
 * machine without a browser still runs everything.
 */
export async function launchChromium(): Promise<Browser> {
  const installed = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find((path) => path && existsSync(path))
  const executablePath = installed ?? (await packagedChromium())
  // Root has no user namespace to sandbox in; everyone else keeps Chromium's sandbox where the system allows it.
  const args = process.getuid?.() === 0 || installed === undefined ? [...quiet, '--no-sandbox'] : quiet
  return chromium.launch({ executablePath, args })
}

async function packagedChromium(): Promise<string> {
  // Makes the package unpack the shared libraries it brings along, for machines that lack them.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}
