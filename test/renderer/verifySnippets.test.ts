import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifySnippets } from '../../src/renderer/delivery/verifySnippets.ts'

const secret = 'shared secret ü'
const body = '{"amount": 1.0, "name": "Zoë"}\n'
const header = createHmac('sha256', secret).update(body).digest('base64')
const code = (id: string) => verifySnippets.find((snippet) => snippet.id === id)?.code ?? ''
const cases: [what: string, body: string, header: string | null, answer: boolean][] = [
  ['the right signature', body, header, true],
  ['another body', `${body} `, header, false],
  ['a shortened signature', body, header.slice(0, -4), false],
  ['no header', body, null, false],
]

describe('the code that a person copies', () => {
  test.each(cases)('in Node, %s', (_what, bytes, given, answer) => {
    const call = `console.log(isSigned(Buffer.from(${JSON.stringify(bytes)}), ${JSON.stringify(given)} ?? undefined, ${JSON.stringify(secret)}))`
    const source = `${code('node')}\n${call}`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' })
    expect(output.trim()).toBe(String(answer))
  })

  const python = spawnSync('python3', ['--version']).status === 0
  test.skipIf(!python).each(cases)('in Python, %s', (_what, bytes, given, answer) => {
    const text = (value: string | null) => (value === null ? 'None' : JSON.stringify(value))
    const call = `print(is_signed(${JSON.stringify(bytes)}.encode(), ${text(given)}, ${JSON.stringify(secret)}))`
    const output = execFileSync('python3', ['-c', `${code('python')}\n${call}`], { encoding: 'utf8' })
    expect(output.trim()).toBe(answer ? 'True' : 'False')
  })
})
