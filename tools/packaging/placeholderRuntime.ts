import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What @electron/fuses looks for in Electron's executable; the fuses follow it. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Version of the wire, then one byte a fuse as Electron 45 ships them: "0" off, "1" on. */
const wireVersion = 1

/**
 * Writes a folder that electron-builder takes for an unpacked Electron on Linux, so that packaging can be tried where the
 * runtime cannot be fetched. It is not a runtime: `electron` is a script that prints this, with the fuse sentinel in it.
 * @param fuses the fuses as shipped, such as "101100011"
 */
export function writePlaceholderRuntime(folder: string, version: string, fuses: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'), { recursive: true })
  const script = `#!/bin/sh\necho "${notAnApplication}" >&2\nexit 3\n`
  const wire = Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([wireVersion, fuses.length]),
    Buffer.from(fuses, 'latin1'),
  ])
  const executable = join(folder, 'electron')
  writeFileSync(executable, Buffer.concat([Buffer.from(script), wire, Buffer.from('\n')]))
  chmodSync(executable, 0o755)
  writeFileSync(join(folder, 'version'), version)
  writeFileSync(join(folder, 'chrome_crashpad_handler'), '')
  writeFileSync(join(folder, 'chrome-sandbox'), '')
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  writeFileSync(join(folder, 'LICENSE'), `${notAnApplication}\n`)
  writeFileSync(join(folder, 'LICENSES.chromium.html'), `<p>${notAnApplication}</p>\n`)
}

/** Marks whatever is assembled on the placeholder. */
export const notAnApplication =
  'This is not an application: it was assembled on a placeholder instead of the Electron runtime, to check the packaging.'
