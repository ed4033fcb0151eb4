import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statfsSync } from 'node:fs'
import { link, mkdir, unlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'

const quiet = [
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a real Chromium for tests and pictures: CHROMIUM_PATH; else the shell of Chromium that never shows a window, which
 * draws the same page for a third of the work (the system's, else the one inside an npm package); else the system's browser.
 */
export async function launchChromium(): Promise<Browser> {
  const installed = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium-headless-shell'].find(
    (path) => path && existsSync(path),
  )
  const executablePath = installed ?? (await packagedShell()) ?? '/usr/bin/chromium'
  // Root has no user namespace to sandbox in, and a shell that was unpacked has no helper for it; everyone else keeps
  // Chromium's sandbox where the system allows it.
  const isUnpacked = !executablePath.startsWith('/usr/') && installed === undefined
  const args = process.getuid?.() === 0 || isUnpacked ? [...quiet, '--no-sandbox'] : quiet
  // Playwright keeps Chromium off the shared memory, which is small in a container. On a disk it costs a tenth more.
  const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : []
  return chromium.launch({ executablePath, args, ignoreDefaultArgs })
}

/** Whether the shared memory has room for several browsers. */
function hasSharedMemory(): boolean {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= 2 ** 30
}

/** The shell inside an npm package, unpacked when it is first asked for; undefined where it cannot run. */
async function packagedShell(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!libraries.some((path) => existsSync(path))) return shellWithLibraries()
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/chromium.br')
  const folder = join(import.meta.dirname, '../node_modules/.cache/chromium')
  const path = join(folder, 'chromium-headless-shell')
  if (!existsSync(path)) {
    await mkdir(folder, { recursive: true })
    // Whole or not there, and never replaced: others unpack it at the same moment, and a browser whose file is gone cannot start
    // the processes of its pages.
    const part = `${path}.${randomUUID()}`
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(part, { mode: 0o755 }))
    await link(part, path).catch((error: unknown) => {
      if (!existsSync(path)) throw error
    })
    await unlink(part)
  }
  return path
}

/** One of those that it needs and does not bring along. */
const libraries = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so', '/usr/lib/libnss3.so']

/** Makes the package unpack the shared libraries and fonts that it brings for machines without them. */
async function shellWithLibraries(): Promise<string> {
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}
