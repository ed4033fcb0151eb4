import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const built = join(import.meta.dirname, '../../out/renderer')

/** Bytes, gzipped. */
const max = 260_000

/** Files that the page loads before it takes input: those in its document, and the static imports of its scripts. */
function firstFiles(): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    if (!file.endsWith('.js')) return
    const script = readFileSync(join(built, file), 'utf8')
    for (const [, imported] of script.matchAll(/(?:\bfrom|\bimport)\s*"(\.\/[^"]+\.js)"/g)) {
      if (imported !== undefined) add(posix.join(posix.dirname(file), imported))
    }
  }
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  for (const [, file] of page.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)) if (file !== undefined) add(file)
  return [...found]
}

it('the script and style that the inbox needs before it takes input stay below 260 kB, gzipped', () => {
  const files = firstFiles()
  expect(files.some((file) => file.endsWith('.js'))).toBe(true)
  expect(files.some((file) => file.endsWith('.css'))).toBe(true)
  const sizes = files.map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(max)
})

it('what only other screens need is not among it', () => {
  const names = firstFiles().map((file) => posix.basename(file))
  for (const part of ['OpenDelivery', 'AccessScreen', 'WebhookConfigScreen', 'Stage', 'ReadyCode']) {
    expect(names.filter((name) => name.startsWith(part))).toEqual([])
  }
})

it('it is one script and one style, and every screen adds few', () => {
  expect(firstFiles().map((file) => posix.extname(file))).toEqual(['.js', '.css'])
  const all = readdirSync(join(built, 'assets')).filter((file) => /\.(js|css)$/.test(file))
  // Two for each screen and panel that arrives later.
  expect(all.length).toBeLessThan(70)
})
