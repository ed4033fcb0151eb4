import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Words that developers do not use, each of which has a plain one. `anew` is also a value of the API. */
const antique = /(?<!')\b(anew|whoever|wherever|mend(?:s|ed|ing)?|lest|hence|likewise|thereby|purse)\b(?!')/gi

function antiqueWords(text: string): string[] {
  return [...text.matchAll(antique)].map(([word]) => word)
}

describe('plain English', () => {
  it('is the language of code and comments outside of the page', () => {
    const files = globSync('src/{engine,shared,host,serve,cli,sandbox,desktop,main,preload}/**/*.ts', { cwd: root })
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap((path) =>
      antiqueWords(readFileSync(join(root, path), 'utf8')).map((word) => `${path}: ${word}`),
    )
    expect(found).toEqual([])
  })

  it.each(['/** Whoever asks gets it. */', 'function mend(machine) {}', '// The key is made anew.'])(
    'fails for %s',
    (text) => {
      expect(antiqueWords(text)).toHaveLength(1)
    },
  )

  it("passes the API's own value", () => {
    expect(antiqueWords("signedAnew: input.signature === 'anew'")).toEqual([])
  })
})
