import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawPageLayers, pageLayers, ruleOf } from '../../tools/rooms/pageLayers.ts'
import { type ScratchTree, scratchTree, sourcesBelow } from './scratchTree.ts'

const root = join(import.meta.dirname, '../..')
const folders = pageLayers.map(({ folder }) => folder)

/** "enters.ts in body -> ui: rule" for all that the project's rules find in a page where every layer enters every other. */
let found: Set<string>
let tree: ScratchTree

beforeAll(() => {
  tree = scratchTree()
  const inPage = (path: string) => `renderer/${path}`
  for (const folder of folders) {
    const others = folders.filter((other) => other !== folder).map(inPage)
    tree.writeLeaf(inPage(folder))
    tree.writeImports(inPage(`${folder}/enters.ts`), others, 'value')
    tree.writeImports(inPage(`${folder}/typesOnly.ts`), others, 'type')
    tree.write(inPage(`${folder}/own.ts`), "export { leaf } from './leaf.ts'\n")
  }
  tree.write(inPage('somewhere/new.ts'), "export { leaf } from '../text/leaf.ts'\n")
  found = violations()
})
afterAll(() => tree.remove())

function violations(): Set<string> {
  const inPage = (file: string) => posix.relative('src/renderer', file)
  return new Set(
    tree
      .violations()
      .map(
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
    const used = new Set(sourcesBelow('src/renderer').map(({ folder }) => folder))
    expect([...used].sort()).toEqual([...folders].sort())
  })

  it('list no feature that is not entered', () => {
    const arrows = new Set(
      sourcesBelow('src/renderer').flatMap(({ folder, text }) =>
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
