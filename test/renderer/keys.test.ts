import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatKeys, shortcuts } from '../../src/renderer/commands/shortcuts.tsx'
import { keyHelpWords } from '../../src/renderer/commands/words.ts'

const page = join(import.meta.dirname, '../../src/renderer')
const everywhere = new Set(['everywhere', 'go'])

describe('the table of shortcuts', () => {
  test('no key does two things in one place', () => {
    for (const place of Object.keys(keyHelpWords.places)) {
      const keys = shortcuts
        .filter((shortcut) => shortcut.place === place || everywhere.has(shortcut.place))
        .flatMap(({ keys }) => keys)
      expect(keys.length).toBeGreaterThan(0)
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    }
  })

  test('keys of the list do not mean something else in the delivery beside it', () => {
    const beside = shortcuts.filter(({ place }) => place === 'list' || place === 'delivery').flatMap(({ keys }) => keys)
    expect(new Set(beside).size).toBe(beside.length)
  })

  test("the first key of a sequence is nobody's alone", () => {
    const firsts = new Set(shortcuts.flatMap(({ keys }) => keys.filter((key) => / ./.test(key)).map((key) => key[0])))
    expect([...firsts]).toEqual(['g'])
    expect(shortcuts.filter(({ keys }) => keys.includes('g'))).toEqual([])
  })

  test("the browser's own shortcuts stay the browser's: of Ctrl, Cmd and Alt only the palette takes one, and a list with the focus A", () => {
    const modified = shortcuts.filter(({ keys }) => keys.some((key) => /^(?:Mod|Ctrl|Meta|Alt)\+/.test(key)))
    expect(modified.map(({ id, keys }) => [id, ...keys])).toEqual([
      ['palette.open', 'Mod+k'],
      ['list.pickAll', 'Mod+a'],
    ])
  })

  test('every shortcut says what it does and stands under a heading of the overview', () => {
    for (const { place, what } of shortcuts) {
      expect(what).not.toBe('')
      expect(keyHelpWords.places).toHaveProperty(place)
    }
  })
})

test('every key that fires anywhere in the page stands in the table', () => {
  const known = new Set(shortcuts.flatMap(({ keys }) => keys))
  const fired = sources(page).flatMap((text) =>
    [...text.matchAll(/useKey\(\s*'((?:[^'\\]|\\.)+)'/g)].map(([, key = '']) => key),
  )
  for (const key of fired) expect(known, `useKey('${key}')`).toContain(key)
})

describe('how keys are drawn', () => {
  test.each([
    ['f', [['f']]],
    ['g i', [['g'], ['i']]],
    ['g ,', [['g'], [',']]],
    [' ', [['Space']]],
    ['ArrowDown', [['↓']]],
    ['Escape', [['Esc']]],
    ['Shift+ArrowLeft', [['Shift', '←']]],
    ['Mod+k', [['Ctrl', 'K']]],
    ['+', [['+']]],
    ['P', [['Shift', 'P']]],
    ['r', [['r']]],
  ])('"%s"', (keys, drawn) => {
    expect(formatKeys(keys, false)).toEqual(drawn)
  })

  test('on a Mac the palette is Cmd+K', () => {
    expect(formatKeys('Mod+k', true)).toEqual([['⌘', 'K']])
  })
})

/** The text of every source file below a folder. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}
