import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '../../../src/renderer')
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
const textOf = (file: string) => readFileSync(join(renderer, file), 'utf8')
const styles = files.filter((file) => file.endsWith('.css'))
const modules = styles.filter((file) => file.endsWith('.module.css'))
const sources = files.filter((file) => /\.tsx?$/.test(file))

/** Class names that every file may use: they set the look of a text, and not its place. */
const utilities = ['mono', 'numbers', 'muted', 'unseen', 'truncate']

/** The selectors of a style sheet, without what is declared in them. */
function selectorsOf(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\{[^{}]*\}/g, '{}')
}

/** Class names that a style sheet gives to the whole page. */
function globalsOf(file: string, css: string): string[] {
  const selectors = selectorsOf(css)
  const global = file.endsWith('.module.css')
    ? [...selectors.matchAll(/:global\(([^)]*)\)/g)].map(([, names = '']) => names)
    : [selectors]
  return global.flatMap((text) => [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}

/** Words of the class names that a source writes out instead of taking them from a module. */
function writtenOut(source: string): string[] {
  return [...source.matchAll(/\bclassName(?:=|: )["']([^"'{}]*)["']/g)].flatMap(([, names = '']) =>
    names.split(/\s+/).filter((name) => name !== ''),
  )
}

/** Each module with the sources that take names from it. */
const users = new Map(modules.map((file) => [file, [] as string[]]))
for (const file of sources) {
  for (const [, path = ''] of textOf(file).matchAll(/from '(\.[^']*\.module\.css)'/g)) {
    users.get(posix.join(dirname(file), path))?.push(file)
  }
}

describe('class names', () => {
  test('belong to the file that they are in, but for those of any text', () => {
    const found = styles.flatMap((file) => globalsOf(file, textOf(file)).map((name) => `${file}: ${name}`))
    expect(found.filter((each) => !utilities.some((name) => each.endsWith(`: ${name}`)))).toEqual([])
  })

  test('are taken from modules, and nowhere written out', () => {
    const found = sources.flatMap((file) => writtenOut(textOf(file)).map((name) => `${file}: ${name}`))
    expect(found.filter((each) => !utilities.some((name) => each.endsWith(`: ${name}`)))).toEqual([])
  })

  test('carry the name of their file, which is therefore unique', () => {
    const names = modules.map((file) => posix.basename(file))
    expect(new Set(names).size).toBe(names.length)
  })

  test('are all in use', () => {
    expect(modules.filter((file) => users.get(file)?.length === 0)).toEqual([])
    const unused = modules.flatMap((file) => {
      const code = (users.get(file) ?? []).map(textOf).join('\n')
      const own = selectorsOf(textOf(file)).replace(/:global\([^)]*\)/g, '')
      const names = new Set([...own.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name))
      // A name may come from data, such as the look of a button: then the word is in its union.
      return [...names]
        .filter((name) => !new RegExp(`\\.${name}\\b|'${name}'`).test(code))
        .map((name) => `${file}: ${name}`)
    })
    expect(unused.filter((each) => !fromData.has(each))).toEqual([])
  })

  test('of another file are never asked for: its elements carry data-part', () => {
    const code = sources.map(textOf).join('\n')
    const asked = new Set(
      styles.flatMap((file) => [...textOf(file).matchAll(/\[data-part='([\w-]+)'\]/g)].map(([, part = '']) => part)),
    )
    expect([...asked].filter((part) => !code.includes(`data-part="${part}"`) && !code.includes(`'${part}'`))).toEqual(
      [],
    )
  })
})

/** Named by what the bytes of a body or the tokens of code are. */
const fromData = new Set([
  ...['string', 'number', 'word'].map((kind) => `features/inbox/body/Body.module.css: ${kind}`),
  ...['comment', 'keyword', 'string', 'number', 'name'].map((kind) => `ui/code/Code.module.css: ${kind}`),
])

test.each([
  ['a.css', '.loose { color: red }', ['loose']],
  ['a.css', ':root[data-x] { --y: url(a.png) }', []],
  ['a.module.css', '.own :global(.muted), :global(.other) { width: 1.5px }', ['muted', 'other']],
])('the check of style sheets: %s %s', (file, css, expected) => {
  expect(globalsOf(file, css)).toEqual(expected)
})

test.each([
  ['<p className="muted odd">', ['muted', 'odd']],
  ["{ className: 'wide', cell }", ['wide']],
  ['<p className={styles.own}><b className={`${styles.a} mono`}>', []],
])('the check of sources: %s', (source, expected) => {
  expect(writtenOut(source)).toEqual(expected)
})
