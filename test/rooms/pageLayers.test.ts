import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawPageLayers, pageLayers, ruleOf } from '../../tools/rooms/pageLayers.ts'
import { scratchFolder } from '../build/startServe.ts'
import { checkRules } from './checkRules.ts'

const root = join(import.meta.dirname, '../..')
const page = join(root, 'src/renderer')
const folders = pageLayers.map(({ folder }) => folder)

/** "enters.ts in body -> ui: rule" for all that the project's rules find in a page where every layer enters every other. */
let found: Set<string>
let scratch: ReturnType<typeof scratchFolder>

beforeAll(() => {
  scratch = scratchFolder()
  for (const file of ['tsconfig.base.json', 'package.json']) cpSync(join(root, file), join(scratch.path, file))
  symlinkSync(join(root, 'node_modules'), join(scratch.path, 'node_modules'), 'junction')
  for (const folder of folders) {
    const others = folders.filter((other) => other !== folder)
    const pathTo = (other: string) => `${posix.relative(folder, other) || '.'}/leaf.ts`.replace(/^(?!\.)/, './')
    write(folder, 'leaf.ts', 'export const leaf = 1\nexport interface Leaf { leaf: 1 }\n')
    write(folder, 'enters.ts', others.map((other, n) => `export { leaf as a${n} } from '${pathTo(other)}'\n`).join(''))
    write(
      folder,
      'typesOnly.ts',
      others.map((other, n) => `export type { Leaf as A${n} } from '${pathTo(other)}'\n`).join(''),
    )
    write(folder, 'own.ts', "export { leaf } from './leaf.ts'\n")
  }
  write('somewhere', 'new.ts', "export { leaf } from '../text/leaf.ts'\n")
  found = violations()
})
afterAll(() => scratch.remove())

function write(folder: string, name: string, text: string): void {
  const file = join(scratch.path, 'src/renderer', folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function violations(): Set<string> {
  const inPage = (file: string) => posix.relative('src/renderer', file)
  return new Set(
    checkRules(scratch.path).map(
      ({ from, to, rule }) =>
        `${posix.basename(from)} in ${posix.dirname(inPage(from))} -> ${posix.dirname(inPage(to))}: ${rule}`,
    ),
  )
}

describe('the layers of the page', () => {
  it.each(pageLayers.slice(1).map((layer) => [layer.folder, layer] as const))(
    '%s enters what is listed for it and nothing else, for values and for types alike',
    (folder, { enters }) => {
      for (const other of folders.filter((name) => name !== folder)) {
        for (const file of ['enters.ts', 'typesOnly.ts']) {
          const line = `${file} in ${folder} -> ${other}: ${ruleOf(folder)}`
          expect(found.has(line), line).toBe(!enters.includes(other))
        }
      }
      expect(found.has(`own.ts in ${folder} -> ${folder}: ${ruleOf(folder)}`)).toBe(false)
    },
  )

  it('enter only what is below them, so that they form no circle', () => {
    for (const [place, { folder, enters }] of pageLayers.entries()) {
      const below = new Set(folders.slice(place + 1))
      expect(
        enters.filter((other) => !below.has(other)),
        folder,
      ).toEqual([])
    }
  })

  it('are all folders of the page that have files', () => {
    expect(found).toContain('new.ts in somewhere -> text: page-folder-is-a-layer')
    const used = new Set(sources().map(({ folder }) => folder))
    expect([...used].sort()).toEqual([...folders].sort())
  })

  it('list no feature that is not entered', () => {
    const arrows = new Set(
      sources().flatMap(({ folder, text }) =>
        [...text.matchAll(/(?:from |import\()'(\.\.?\/[^']+)'/g)].map(
          ([, path = '']) => `${folder} -> ${posix.dirname(posix.join(folder, path))}`,
        ),
      ),
    )
    const idle = pageLayers
      .slice(1)
      .flatMap(({ folder, enters }) => enters.map((other) => `${folder} -> ${other}`))
      .filter((arrow) => arrow.includes('-> features/') && !arrows.has(arrow))
    expect(idle).toEqual([])
  })

  it('are drawn as they are in ARCHITECTURE.md', () => {
    expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')).toContain(`\`\`\`\n${drawPageLayers()}\n\`\`\``)
  })
})

/** Sources of the page, with their folder below src/renderer. */
function sources(): { folder: string; text: string }[] {
  return readdirSync(page, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      folder: dirname(relative(page, join(page, name))).replaceAll(sep, '/'),
      text: readFileSync(join(page, name), 'utf8'),
    }))
}
