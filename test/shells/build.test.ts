import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { openProcess } from './openProcess.ts'

const out = join(import.meta.dirname, '../../out')
const built = existsSync(join(out, 'main/hookscope.js')) && existsSync(join(out, 'renderer/index.html'))

/** All files and packages that one file of the build reaches, at once or later. */
function reachedFrom(entry: string): Set<string> {
  const reached = new Set<string>()
  const visit = (name: string) => {
    for (const target of importsOf(readFileSync(join(out, 'main', name), 'utf8'))) {
      const local = target.startsWith('./')
      const next = local ? target.slice(2) : target
      if (reached.has(next)) continue
      reached.add(next)
      if (local) visit(next)
    }
  }
  visit(entry)
  return reached
}

/** Imports of a file of the build, and the packages that it requires; its files are all modules. */
function importsOf(source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync('file.js', source).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^["'`](.+)["'`]$/.exec(source.slice(start, end))?.[1] ?? [],
    ),
    ...[...source.matchAll(/\brequire\(["']([^"'.][^"']*)["']\)/g)].map(([, name = '']) => name),
  ]
}

describe.skipIf(!built)(built ? 'the build' : 'the build (skipped: run `npm run build` first)', () => {
  test.each([
    'hookscope.js',
    'storeThread.js',
    'readerThread.js',
    'explainThread.js',
    'contractThread.js',
    'redactThread.js',
    'upkeepThread.js',
  ])('runs %s on bare Node: nothing of it reaches Electron', (entry) => {
    const reached = reachedFrom(entry)
    expect(reached.size).toBeGreaterThan(1)
    expect([...reached]).not.toContain('electron')
  })

  test('is found out by the same look when it does reach Electron', () => {
    expect([...reachedFrom('index.js')]).toContain('electron')
  })

  test('lies flat, so that a thread is found beside whatever starts it', () => {
    const ofTheBuild = [...reachedFrom('hookscope.js')].filter((name) => existsSync(join(out, 'main', name)))
    expect(ofTheBuild.filter((name) => name.includes('/'))).toEqual([])
  })

  test('is made of files that load: none declares a name twice, whatever packages came together in it', () => {
    const broken = readdirSync(join(out, 'main')).filter((name) => {
      const source = readFileSync(join(out, 'main', name), 'utf8')
      return parseSync(name, source, { showSemanticErrors: true }).errors.length > 0
    })
    expect(broken).toEqual([])
  })

  test('has a preload script in the form that a sandboxed window takes', () => {
    const preload = readFileSync(join(out, 'preload/index.cjs'), 'utf8')
    expect([...preload.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(['electron'])
  })

  test('serves its own page: every file that the page names comes with the right type', async () => {
    const serve = await openProcess(join(out, 'main/hookscope.js'))
    const page = await fetch(new URL('/', serve.ui))
    const html = await page.text()
    const files = [...html.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const answer = await fetch(new URL(file, serve.ui))
      await answer.bytes()
      expect([file, answer.status]).toEqual([file, 200])
      expect(answer.headers.get('content-type')).not.toBe('application/octet-stream')
    }
    // The policy allows no script and no style inside the page.
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=/i)
    await serve.stop()
  })
})
