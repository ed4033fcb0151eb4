import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../../src/renderer/ui/tokens.css'), 'utf8')

/** A colour of both themes as tokens.css gives it: `--name: light-dark(#light, #dark)`. */
function colour(name: string): { light: string; dark: string } {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? []
  if (light === undefined || dark === undefined) throw new Error(`tokens.css has no colour --${name} for both themes`)
  return { light, dark }
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['bg', 'surface', 'rail', 'hover', 'selected', 'field', 'bad-ground', 'warn-ground', 'good-ground']

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(['ink', 'ink-2', 'ink-3', 'accent', 'good', 'bad', 'warn'])(
    'text in %s is readable on every ground',
    (name) => {
      for (const ground of grounds) {
        expect(contrast(colour(name)[theme], colour(ground)[theme]), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  test('words on the accent are readable', () => {
    expect(contrast(colour('on-accent')[theme], colour('accent')[theme])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour('on-accent')[theme], colour('accent-hover')[theme])).toBeGreaterThanOrEqual(4.5)
  })

  test('the frame of a field can be seen', () => {
    for (const ground of ['field', 'surface']) {
      expect(contrast(colour('line-strong')[theme], colour(ground)[theme])).toBeGreaterThanOrEqual(3)
    }
  })
})
