import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  drawInside,
  drawRooms,
  insideRule,
  nodeRule,
  packageRule,
  packages,
  roomRule,
  roomRules,
} from '../../tools/rooms/roomRules.ts'
import { houseRules } from '../../tools/rooms/houseRules.ts'
import { rooms } from '../../tools/rooms/rooms.ts'
import { type ScratchTree, scratchTree, sourcesBelow } from './scratchTree.ts'

const root = join(import.meta.dirname, '../..')
const folders = rooms.map(({ folder }) => folder)
const modules = ['fs', 'crypto', 'zlib', 'buffer']
const notShipped = ['vitest', '@base-ui/react/menu']

/** Rooms that are not inside of another one's reach: those that an import of a room's own files leads to. */
const others = (folder: string) => folders.filter((other) => other !== folder)

/** "from -> to: rule" for all that the project's rules find in a house where everything imports everything. */
let found: Set<string>
let names: Set<string>
let tree: ScratchTree

beforeAll(() => {
  tree = scratchTree()
  const { write, writeLeaf, writeImports } = tree
  for (const { folder, inside = [] } of rooms) {
    writeLeaf(folder)
    writeImports(`${folder}/enters.ts`, others(folder), 'value')
    writeImports(`${folder}/typesOnly.ts`, others(folder), 'type')
    write(`${folder}/takes.ts`, [...packages, ...notShipped].map((name) => `import '${nameOf(name)}'\n`).join(''))
    write(`${folder}/asks.ts`, modules.map((name) => `import 'node:${name}'\n`).join(''))
    for (const [part] of inside) {
      const here = posix.join(folder, part)
      const parts = inside.map(([other]) => posix.join(folder, other)).filter((other) => other !== here)
      writeLeaf(here)
      writeImports(`${here}/inner.ts`, parts, 'value')
      writeImports(`${here}/innerTypes.ts`, parts, 'type')
    }
  }
  write('nowhere/new.ts', "export { leaf } from '../shared/leaf.ts'\n")
  write('shared/ring1.ts', "export { two } from './ring2.ts'\nexport const one = 1\n")
  write('shared/ring2.ts', "export { one } from './ring1.ts'\nexport const two = 2\n")
  write('shared/alone.ts', 'export const alone = 1\n')
  write('shared/lost.ts', "export { gone } from './gone.ts'\n")
  write('host/tests.ts', "export { leaf } from '../../test/leaf.ts'\n")
  write('../test/leaf.ts', 'export const leaf = 1\n')
  write('shared/good.ts', "export { leaf } from './leaf.ts'\n")
  const violations = tree.violations()
  found = new Set(violations.map(({ from, to, rule }) => `${from} -> ${to}: ${rule}`))
  names = new Set(violations.map(({ rule }) => rule))
})
afterAll(() => tree.remove())

/** What a file imports when it imports a package: some have no entry of their own. */
function nameOf(name: string): string {
  return { localtunnel: 'localtunnel/lib/TunnelCluster.js', '@orpc/zod': '@orpc/zod/zod4' }[name] ?? name
}

const broken = (line: string) => found.has(line)
/** Whether a rule speaks of this import at all, whatever the file at its end is called. */
const brokenBy = (from: string, rule: string, part: string) =>
  [...found].some((line) => line.startsWith(`${from} -> `) && line.endsWith(`: ${rule}`) && line.includes(part))

describe('the rooms', () => {
  it.each(rooms.map((room) => [room.folder, room] as const))(
    '%s imports the rooms that are listed for it and no others, for values and for types alike',
    (folder, { enters }) => {
      for (const other of others(folder)) {
        const may = enters.some((entered) => other === entered || other.startsWith(`${entered}/`))
        for (const file of ['enters.ts', 'typesOnly.ts']) {
          const line = `src/${folder}/${file} -> src/${other}/leaf.ts: ${roomRule(folder)}`
          expect(broken(line), line).toBe(!may)
        }
      }
    },
  )

  it.each(
    rooms.flatMap(({ folder, inside = [] }) => inside.map(([part, enters]) => [folder, part, enters, inside] as const)),
  )('inside of %s, %s imports the folders that are listed for it and no others', (folder, part, enters, inside) => {
    for (const [other] of inside.filter(([name]) => name !== part)) {
      for (const file of ['inner.ts', 'innerTypes.ts']) {
        const from = `src/${posix.join(folder, part, file)}`
        const line = `${from} -> src/${posix.join(folder, other)}/leaf.ts: ${insideRule(folder, part)}`
        expect(broken(line), line).toBe(!enters.includes(other))
      }
    }
  })

  it('import the packages that are listed for them and no others', () => {
    for (const { folder, packages: own } of rooms) {
      for (const name of packages) {
        const seen = brokenBy(`src/${folder}/takes.ts`, packageRule(name), `/${name}/`)
        expect(seen, `${folder} imports ${name}`).toBe(!own.includes(name))
      }
      const isFree = folder === 'renderer'
      expect(brokenBy(`src/${folder}/takes.ts`, 'product-imports-what-it-ships', '/vitest/'), folder).toBe(!isFree)
    }
  })

  it('that are pure import no more of Node than is listed', () => {
    for (const { folder, node } of rooms) {
      for (const name of modules) {
        const may = node === 'all' || node.includes(name)
        const line = `src/${folder}/asks.ts -> ${name}: ${nodeRule(folder)}`
        expect(broken(line), line).toBe(!may)
      }
    }
  })

  it('are all folders of src', () => {
    expect(names).toContain('folder-has-its-room')
    const known = rooms.flatMap(({ folder, inside }) =>
      (inside ?? [['.'] as const]).map(([part]) => posix.join(folder, part)),
    )
    const used = new Set(sourcesBelow('src').map(({ folder }) => folder.replace(/^renderer\/.*/, 'renderer')))
    used.add('renderer')
    expect([...used].sort()).toEqual([...new Set(known)].sort())
  })

  it('import only what is below them, so that they form no circle', () => {
    for (const [place, { folder, enters }] of rooms.entries()) {
      const below = new Set(folders.slice(place + 1))
      const up = enters.flatMap((entered) =>
        folders.filter((other) => (other === entered || other.startsWith(`${entered}/`)) && !below.has(other)),
      )
      expect(up, folder).toEqual([])
    }
    for (const { folder, inside = [] } of rooms) {
      for (const [place, [part, enters]] of inside.entries()) {
        const below = new Set(inside.slice(place + 1).map(([name]) => name))
        expect(
          enters.filter((other) => !below.has(other)),
          `${folder}, ${part}`,
        ).toEqual([])
      }
    }
  })

  it('list nothing that they do not import', () => {
    const arrows = sourcesBelow('src').flatMap(({ folder, text }) =>
      [...text.matchAll(/(?:from |import\()'(\.\.?\/[^']+)'/g)].map(
        ([, path = '']) => [folder, posix.dirname(posix.join(folder, path))] as const,
      ),
    )
    const isIn = (folder: string, room: string) => folder === room || folder.startsWith(`${room}/`)
    const isOf = (folder: string, room: string) =>
      isIn(folder, room) && !folders.some((inner) => inner.startsWith(`${room}/`) && isIn(folder, inner))
    const idle = rooms.flatMap(({ folder, enters, inside = [] }) => [
      ...enters
        .filter((other) => !arrows.some(([from, to]) => isOf(from, folder) && isIn(to, other)))
        .map((other) => `${folder} -> ${other}`),
      ...inside.flatMap(([part, parts]) =>
        parts
          .map((other) => [posix.join(folder, part), posix.join(folder, other)] as const)
          .filter(([from, to]) => !arrows.some(([one, two]) => one === from && two === to))
          .map(([from, to]) => `${from} -> ${to}`),
      ),
    ])
    expect(idle).toEqual([])
  })

  it('are in ARCHITECTURE.md as they are listed (npm run docs writes them)', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    expect(text).toContain(`\n\n${drawRooms()}\n\n`)
    expect(text).toContain(`\`\`\`\n${drawInside()}\n\`\`\``)
  })
})

describe('the other rules', () => {
  it.each([
    ['a circle of files', 'no-cycles', 'src/shared/ring1.ts'],
    ['a file that nothing imports and that imports nothing', 'no-orphans', 'src/shared/alone.ts'],
    ['an import that leads nowhere', 'no-unresolved', 'src/shared/lost.ts'],
    ['a product that imports a test', 'product-does-not-import-tests', 'src/host/tests.ts'],
    ['a page that loads the schema library', 'schemas-stay-out-of-the-page', 'src/renderer/takes.ts'],
    ['the keyring outside of its file', 'keyring-only-in-its-file', 'src/host/takes.ts'],
    ['the kit of popups outside of ui', 'kit-only-in-ui', 'src/renderer/takes.ts'],
    ['code in colours outside of its file', 'code-colours-only-in-their-file', 'src/renderer/takes.ts'],
    ['popups in the first chunk', 'popups-stay-out-of-the-first-chunk', 'src/renderer/takes.ts'],
    ['alignment outside of differences', 'alignment-only-for-differences', 'src/shared/takes.ts'],
  ])('fail for %s', (_what, rule, from) => {
    expect([...found].some((line) => line.startsWith(`${from} -> `) && line.endsWith(`: ${rule}`))).toBe(true)
  })

  it('are content with a file that keeps to its room', () => {
    expect([...found].filter((line) => line.startsWith('src/shared/good.ts'))).toEqual([])
  })

  it('have each been seen failing', () => {
    const rules = [...roomRules, ...houseRules].map(({ name }) => name)
    expect(rules.filter((name) => !names.has(name))).toEqual([])
    expect(new Set(rules).size).toBe(rules.length)
  })
})
