import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allowed, looksIntoSentences } from '../../tools/sentenceRule.ts'

const root = join(import.meta.dirname, '../..')

describe('no code decides by a sentence', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const found = files.flatMap((path) =>
    looksIntoSentences(path, readFileSync(join(root, path), 'utf8')).map((look) => ({ path, look })),
  )

  it('in src', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(found.flatMap(({ path, look }) => (path in allowed ? [] : [`${path}:${look}`]))).toEqual([])
  })

  it('and each exception is still needed', () => {
    expect(Object.keys(allowed).filter((path) => !found.some((look) => look.path === path))).toEqual([])
  })

  it.each([
    `if (call.problem?.message.includes('toReceiver')) go()`,
    `const refused = sentence.includes('Only a 2xx')`,
    `if (reason?.startsWith('Cancelled') === true) cancelled()`,
    `const [ours] = message.split(/(?= The provider says:)/)`,
    `const id = /the delivery (\\d+)/.exec(proof?.recipe ?? '')?.[1]`,
    `if (error.message === 'It does not answer.') again()`,
    `const short = finding.advice.replace(' under Connection', '')`,
    `if (/not known/.test(failure.problem)) guess()`,
  ])('fails for %s', (code) => {
    expect(looksIntoSentences('planted.ts', code)).toHaveLength(1)
  })

  it.each([`if (problem?.why?.code === 'leads-to-receiver') go()`, `if (reason === null || note === '') nothing()`])(
    'passes %s',
    (code) => {
      expect(looksIntoSentences('planted.ts', code)).toEqual([])
    },
  )
})
