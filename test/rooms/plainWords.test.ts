import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Words and turns that developers do not use, each of which has a plain one. */
const antique = new RegExp(
  `(?<!['"\`])\\b(${[
    'anew|whoever|whomever|whichever|wherever|mend(?:s|ed|ing)?|lest|hence|likewise|thereby|purse|upon|amid|thus',
    'told(?! apart)|in vain|of no use|all the same|by itself|by themselves|heard of|leaves? as|bec[ao]mes? of|become of|lets? go|letting go',
    '(?:stands?|stood) (?:in|on|at|above|below|beside|behind|between|there|here|under|still)',
    'comes? to (?:its|an) end',
  ].join('|')})\\b(?!['"\`])`,
  'gi',
)

/** Files where such a word is an id or has its plain meaning, and why. */
const allowed: Readonly<Record<string, string>> = {
  'src/engine/actions/askWebhookConfig.ts: told': 'a field of the API',
  'src/shared/schemas/webhookConfigSchemas.ts: told': 'a field of the API',
  'src/renderer/features/setup/webhook-config/words.ts: told': 'a field of the API',
}

function antiqueWords(text: string): string[] {
  return [...text.matchAll(antique)].map(([word]) => word.toLowerCase())
}

describe('plain English', () => {
  const sources = globSync('src/**/*.{ts,tsx,css}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const docs = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md']
  const found = [...sources, ...docs].flatMap((path) =>
    antiqueWords(readFileSync(join(root, path), 'utf8')).map((word) => `${path}: ${word}`),
  )

  it('is the language of code, comments and sentences', () => {
    expect(sources.length).toBeGreaterThan(900)
    expect(found.filter((each) => !(each in allowed))).toEqual([])
  })

  it('and each exception is still needed', () => {
    expect(Object.keys(allowed).filter((each) => !found.includes(each))).toEqual([])
  })

  it.each([
    '/** Whoever asks gets it. */',
    'function mend(machine) {}',
    '// The key is made anew.',
    "title: 'It reconnects by itself.'",
    '/* Stands above the list. */',
    '// The service was told the address.',
  ])('fails for %s', (text) => {
    expect(antiqueWords(text)).toHaveLength(1)
  })

  it.each(["signedAnew: input.field === 'told'", 'is known (`told`)', 'standIn, a standing order'])(
    'passes %s',
    (text) => {
      expect(antiqueWords(text)).toEqual([])
    },
  )
})
