import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CodeLanguage, codeTokens } from '../../../src/renderer/ui/code/ColouredCode.tsx'
import { verifyCode } from '../../../src/shared/verifyCode/verifyCode.ts'
import type { VerifyLanguageId } from '../../../src/shared/verifyCode/verifyLanguages.ts'
import { cases } from '../../verifyCode/cases.ts'

const grammars: Record<VerifyLanguageId, CodeLanguage> = {
  node: 'javascript',
  python: 'python',
  csharp: 'csharp',
  go: 'go',
  java: 'java',
  php: 'php',
  ruby: 'ruby',
  rust: 'rust',
  openssl: 'bash',
}
const programs = Object.entries(grammars) as [VerifyLanguageId, CodeLanguage][]

/** Delimiters of strings, comments and code inside of them. */
const hostile = Array.from('"\'`\\${}()<>/*#%\n\r\t e1é😀\u202e')

const textOf = (text: string, language: CodeLanguage) =>
  codeTokens(text, language)
    .map((token) => token.text)
    .join('')

describe('code in colours', () => {
  test.each(programs)('is the program in %s to the letter, whatever its literals hold', (id, language) => {
    for (const one of cases) {
      const program = verifyCode(id, one)
      expect(textOf(program, language)).toBe(program)
    }
  })

  test.each(programs)('tells comments, keywords, strings and names of a program in %s apart', (id, language) => {
    const kinds = new Set(
      cases.flatMap((one) => codeTokens(verifyCode(id, one), language)).flatMap(({ kind }) => kind ?? []),
    )
    expect([...kinds]).toEqual(expect.arrayContaining(['comment', 'keyword', 'string', 'name']))
  })

  test('is any text at all to the letter, in every language', () => {
    const text = fc.string({ unit: fc.constantFrom(...hostile), maxLength: 200 })
    fc.assert(
      fc.property(
        text,
        fc.constantFrom<CodeLanguage>(...programs.map(([, language]) => language), 'json'),
        (code, language) => {
          expect(textOf(code, language)).toBe(code)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('goes on as code inside of a string, and as a string after it', () => {
    const tokens = codeTokens('const a = `x${1}y`', 'javascript')
    expect(tokens.filter(({ kind }) => kind !== null)).toEqual([
      { text: 'const', kind: 'keyword' },
      { text: '`x', kind: 'string' },
      { text: '1', kind: 'number' },
      { text: 'y`', kind: 'string' },
    ])
  })
})
