import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '../../../src/renderer')

const spacing =
  /(?<![\w-])(?:(?:scroll-)?(?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap|inset(?:-[a-z-]+)?)\s*:([^;}]*)/g

/**
 * The declarations of space that hold a length of their own instead of a step of tokens.css. 1px is a hairline, such as
 * the width of a border that is compensated. Lengths in em and ch grow with the text they belong to (the presentation).
 */
function lengthsOfTheirOwn(css: string): string[] {
  const code = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...code.matchAll(spacing)]
    .filter(([, value = '']) => /(?<![\w.-])-?(?!1px\b)[\d.]+(?:px|rem|pt|mm|cm|in)\b/.test(value))
    .map(([declaration]) => declaration)
}

test('padding, margins, gaps and insets come from the scale of tokens.css', () => {
  const own = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      lengthsOfTheirOwn(readFileSync(join(renderer, file), 'utf8')).map((found) => `${file}: ${found}`),
    )
  expect(own).toEqual([])
})

test.each([
  ['.a { padding: 13px; }', ['padding: 13px']],
  ['.a {\n  margin: 0 auto -8px;\n  gap: var(--space-2) 7px;\n}', ['margin: 0 auto -8px', 'gap: var(--space-2) 7px']],
  ['.a { inset: calc(50% + 3px) auto 0; row-gap: 0.5rem }', ['inset: calc(50% + 3px) auto 0', 'row-gap: 0.5rem ']],
  ['.a { scroll-margin-top: 20px; padding-inline: 2px; }', ['scroll-margin-top: 20px', 'padding-inline: 2px']],
  ['.a { margin: -1px 0 0; padding: var(--space-1) 0.5em; width: 13px; }', []],
  ['.a { margin-left: calc(-1 * (var(--space-2) + 1px)); box-shadow: inset 0 2px 0 red; } /* gap: 3px */', []],
])('the check itself: %s', (css, expected) => {
  expect(lengthsOfTheirOwn(css)).toEqual(expected)
})
