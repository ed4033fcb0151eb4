import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestText } from '../../src/shared/requestText/requestText.ts'
import { shellQuote } from '../../src/shared/requestText/shellText.ts'

/** Characters that may break out: quotes of every shell, backslashes, and commands to run then. */
const hostile = fc.string({
  unit: fc.constantFrom("'", '"', '\\', '\u2018', '\u2019', '\u201a', '\u201b', '$', '`', ';', '!', '\t', 'a', ' '),
  maxLength: 12,
})

/** A word as fish reads it: in single quotes it knows \' and \\, in double ones \\ as well. Null when it does not end. */
function readByFish(word: string): string | null {
  let text = ''
  let quote = ''
  for (let at = 0; at < word.length; at++) {
    const sign = word[at] as string
    if (quote === '') {
      if (sign !== "'" && sign !== '"') return null
      quote = sign
    } else if (sign === quote) quote = ''
    else if (sign === '\\' && (word[at + 1] === '\\' || word[at + 1] === quote)) text += word[++at]
    else text += sign
  }
  return quote === '' ? text : null
}

/** The part of a word outside of quotes for PowerShell. It takes straight and curved quotes alike; doubled they are a character. */
function outsideInPowerShell(word: string): string {
  const single = /^['\u2018-\u201b]$/
  let outside = ''
  let quote: 'single' | 'double' | null = null
  for (let at = 0; at < word.length; at++) {
    const sign = word[at] as string
    const ends = quote === 'single' ? single.test(sign) : sign === '"'
    if (quote !== null) {
      const isDoubled = ends && (quote === 'single' ? single.test(word[at + 1] ?? '') : word[at + 1] === '"')
      if (isDoubled) at++
      else if (ends) quote = null
      // In double quotes these begin an escape or a variable.
      else if (quote === 'double' && /[`$]/.test(sign)) outside += sign
    } else if (single.test(sign)) quote = 'single'
    else if (sign === '"') quote = 'double'
    else outside += sign
  }
  return outside
}

test('no text gets out of its word in sh, fish or PowerShell', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const word = shellQuote(text)
      // Characters that cannot be typed are written in octal for printf, which no shell interprets.
      if (/^"\$\(printf '(?:[A-Za-z0-9 .,:;/=_]|\\[0-7]{3})*'\)"$/.test(word)) return
      expect(readByFish(word)).toBe(text)
      expect(outsideInPowerShell(word)).toBe('')
    }),
    { numRuns: 2000 },
  )
  const texts = fc.sample(hostile, 200)
  const words = texts.map(shellQuote).join(' ')
  expect(execFileSync('sh', ['-c', `printf '%s\\0' ${words}`]).toString()).toBe(
    texts.map((text) => `${text}\0`).join(''),
  )
})

const delivery = { id: '7', method: 'POST', target: '/in/k', headers: [], truncated: false }
const source = { bytes: new Uint8Array(), origin: 'http://127.0.0.1:1', withCredentials: false }

test('an address with brackets is one address to curl, not a thousand', () => {
  const text = (target: string) => requestText('curl', { ...source, delivery: { ...delivery, target } }).text
  expect(text('/in/k?x=[1-1000]')).toContain("--globoff 'http://127.0.0.1:1/in/k?x=[1-1000]'")
  expect(text('/in/k?x={a,b}')).toContain('--globoff')
})

test('an .http file has no variable that an editor would fill in, and no header that it would take for something else', () => {
  const headers: [string, string][] = [
    ['X-Plain', '{1}'],
    ['X-Env', '{{$processEnv HOME}}'],
    ['&x', '1'],
    ['#x', '1'],
  ]
  const { text } = requestText('http', { ...source, delivery: { ...delivery, target: '/in/k?a={{b}}', headers } })
  expect(text).not.toContain('{{')
  expect(text).toContain('POST http://127.0.0.1:1/in/k?a=%7B%7Bb}} HTTP/1.1\nX-Plain: {1}\n\n')
  expect(text).toContain('was left out')
})

test('a header whose backslash HTTPie would drop is left out, and it says so', () => {
  const headers: [string, string][] = [
    ['X-Path', 'C:\\n'],
    ['X-Lost', 'a\\=b'],
  ]
  const { text } = requestText('httpie', { ...source, delivery: { ...delivery, headers } })
  expect(text).toContain('X-Path')
  expect(text).not.toContain('X-Lost')
  expect(text).toContain('was left out')
})
