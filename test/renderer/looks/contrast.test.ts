import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../../../src/renderer/ui/styles/tokens.css'), 'utf8')

/** The declarations behind a selector of tokens.css. */
function block(selector: string): string {
  const from = tokens.indexOf(`\n${selector} {`)
  if (from === -1) throw new Error(`tokens.css has no block for ${selector}`)
  return tokens.slice(from, tokens.indexOf('\n}', from))
}

const blocks = { normal: block(':root'), more: block(":root[data-contrast='more']") }

type Contrast = keyof typeof blocks
type Theme = 'light' | 'dark'

/** A colour as tokens.css gives it for both themes: `--name: light-dark(#light, #dark)`. */
function colour(contrast: Contrast, theme: Theme, name: string): string {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(blocks[contrast]) ?? []
  if (light === undefined || dark === undefined) throw new Error(`there is no --${name} for both themes in ${contrast}`)
  return theme === 'light' ? light : dark
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function ratio(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['bg', 'surface', 'rail', 'hover', 'selected', 'field', 'bad-ground', 'warn-ground', 'good-ground']
const tints = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'].map((name) => `env-${name}`)
const inks = ['ink', 'ink-2', 'ink-3', 'accent', 'good', 'bad', 'warn', 'code-keyword']

const looks: readonly { contrast: Contrast; theme: Theme; text: number; lines: readonly string[] }[] = [
  { contrast: 'normal', theme: 'light', text: 4.5, lines: ['line-strong'] },
  { contrast: 'normal', theme: 'dark', text: 4.5, lines: ['line-strong'] },
  { contrast: 'more', theme: 'light', text: 7, lines: ['line', 'line-2', 'line-strong'] },
  { contrast: 'more', theme: 'dark', text: 7, lines: ['line', 'line-2', 'line-strong'] },
]

describe.each(looks)('in the $theme theme with $contrast contrast', ({ contrast, theme, text, lines }) => {
  const of = (name: string) => colour(contrast, theme, name)

  test.each(inks)(`text in %s is readable on every ground (${text}:1)`, (name) => {
    for (const ground of grounds) {
      expect(ratio(of(name), of(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(text)
    }
  })

  test('words on the accent are readable', () => {
    expect(ratio(of('on-accent'), of('accent'))).toBeGreaterThanOrEqual(text)
    expect(ratio(of('on-accent'), of('accent-hover'))).toBeGreaterThanOrEqual(text)
  })

  test.each(tints)('the strip in %s can be seen on every ground (3:1)', (name) => {
    for (const ground of grounds) {
      expect(ratio(colour('normal', theme, name), of(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  })

  test.each(lines)('lines in %s can be seen on every ground (3:1)', (name) => {
    for (const ground of grounds) {
      expect(ratio(of(name), of(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  })
})

test('forced colours replace every colour by one of the system', () => {
  const from = tokens.indexOf('@media (forced-colors: active)')
  const forced = tokens.slice(from)
  const named = [...blocks.normal.matchAll(/--([\w-]+): light-dark/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(15)
  for (const name of named) expect(forced).toMatch(new RegExp(`--${name}: [A-Z][A-Za-z]+;`))
})

test('compact rows are 22 px, comfortable ones 28 px', () => {
  expect(blocks.normal).toContain('--row: 28px;')
  expect(block(":root[data-density='compact']")).toContain('--row: 22px;')
})
