import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Signature } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { runHookscope } from './runHookscope.ts'

/** The sample of the service's interface document. */
const sample = {
  secret: 'A7B6Fgl2KFI921gJ',
  signature: 'jeY/WGRS5RPYKG4K5Rv7PA7GmWW9GdQwwKvDUOuKo+8=',
  body: '{"organizationId":"cbbb36e0-f507-40e8-a839-c8982de5c2da","action":"create","id":"b3b3318e-fb35-49f6-a115-416f4e76c26c","resourceId":"9c32c0d8-3e73-4896-8a7a-766c7428ac54","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":null}',
}

const folder = scratchFolder()
const bodyFile = join(folder.path, 'body.json')
writeFileSync(bodyFile, sample.body)
afterAll(() => folder.remove())

const right = ['--secret', sample.secret, '--signature', sample.signature]

describe('verify', () => {
  test('says valid and exits 0 when the signature fits', async () => {
    const { code, stdout, stderr } = await runHookscope(['verify', bodyFile, ...right])
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toBe('valid')
    expect(stderr).toBe('')
  })

  test('prints one signature object with --json', async () => {
    const { code, stdout } = await runHookscope(['verify', '--json', bodyFile, ...right])
    expect(code).toBe(0)
    expect(stdout.endsWith('\n')).toBe(true)
    expect(JSON.parse(stdout)).toEqual({
      verdict: 'valid',
      scheme: 'service',
      header: 'x-service-webhook-hmac',
      received: sample.signature,
      expected: sample.signature,
      secret: { label: '--secret', fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string },
      explanation: { state: 'not-needed', findings: [] },
    })
  })

  test('says invalid, shows what the secret gives, and exits 1', async () => {
    const wrong = ['--secret', 'another', '--signature', sample.signature]
    const { code, stdout } = await runHookscope(['verify', '--json', bodyFile, ...wrong])
    const expected = createHmac('sha256', 'another').update(sample.body).digest('base64')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'invalid', expected, received: sample.signature })
  })

  test('says malformed, not invalid, of what cannot be a signature', async () => {
    const hex = Buffer.from(sample.signature, 'base64').toString('hex')
    for (const signature of ['', 'sha256=', hex, sample.signature.slice(0, -1)]) {
      const options = ['--secret', sample.secret, `--signature=${signature}`]
      const { code, stdout } = await runHookscope(['verify', bodyFile, ...options])
      expect([signature, code, stdout.split('\n')[0]]).toEqual([signature, 1, 'malformed'])
    }
  })

  test('takes the exact bytes of stdin, text or not', async () => {
    const body = Uint8Array.of(0xff, 0x00, 0x0d, 0x0a, 0xc3, 0x28)
    const signature = createHmac('sha256', 'k').update(body).digest('base64')
    const { code } = await runHookscope(['verify', '-', '--secret', 'k', '--signature', signature], { input: body })
    expect(code).toBe(0)
  })

  test('takes the secret from a variable, or from a file without the line feed at its end', async () => {
    const secretFile = join(folder.path, 'secret.txt')
    writeFileSync(secretFile, `${sample.secret}\n`)
    const signature = ['--signature', sample.signature]
    const ofFile = await runHookscope(['verify', bodyFile, '--secret-file', secretFile, ...signature])
    const ofVariable = await runHookscope(['verify', bodyFile, '--secret-env', 'MY_SECRET', ...signature], {
      variables: { MY_SECRET: sample.secret },
    })
    expect([ofFile.code, ofVariable.code]).toEqual([0, 0])
  })
})

describe('verify with wrong input exits 2 and says what it takes', () => {
  test.each([
    { what: 'no file', args: right, words: 'FILE is missing' },
    { what: 'a file that is not there', args: ['absent.json', ...right], words: 'FILE "absent.json" cannot be read' },
    { what: 'no signature', args: [bodyFile, '--secret', 's'], words: '--signature is missing' },
    { what: 'no secret', args: [bodyFile, '--signature', 's'], words: '--secret-env NAME' },
    { what: 'two secrets', args: [bodyFile, ...right, '--secret-env', 'PATH'], words: 'exactly one way' },
    { what: 'an empty secret', args: [bodyFile, '--signature', 's', '--secret='], words: '--secret is empty' },
    {
      what: 'a variable that is not set',
      args: [bodyFile, '--signature', 's', '--secret-env', 'NOT_SET'],
      words: '--secret-env names NOT_SET',
    },
    { what: 'a scheme it does not know', args: [bodyFile, ...right, '--scheme', 'x'], words: '--scheme is "x"' },
    { what: 'an option it does not know', args: [bodyFile, ...right, '--digest2', 'x'], words: '--digest2' },
    { what: 'an option without its value', args: [bodyFile, '--secret'], words: '--secret <S>' },
  ])('$what', async ({ args, words }) => {
    const { code, stdout, stderr } = await runHookscope(['verify', ...args])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('a name with control characters, which do not reach the terminal', async () => {
    const { stderr } = await runHookscope(['verify', '\u001b]0;owned\u0007\u009b31m.json', ...right])
    // eslint-disable-next-line no-control-regex
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(stderr).toContain('owned')
  })
})

describe('verify --batch', () => {
  const batch = async (lines: unknown[]) => {
    const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    const { code, stdout, stderr } = await runHookscope(['verify', '--batch', '-'], { input })
    return {
      code,
      stderr,
      results: stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Signature),
    }
  }
  const bodyBase64 = Buffer.from(sample.body).toString('base64')
  const { secret, signature } = sample

  test('answers each line in order and exits 0 when all were readable, whatever the verdicts', async () => {
    const { code, stderr, results } = await batch([
      { secret, signature, bodyBase64 },
      { secret: 'another', signature, bodyBase64 },
      { secrets: ['newer', secret], signature, bodyBase64 },
      { secrets: [], signature, bodyBase64 },
      { secret, signature: null, bodyBase64 },
      { secret, signature: '', bodyBase64 },
      { secret, signature, bodyBase64: '', scheme: 'service', headers: [['Host', 'x']] },
    ])
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(results.map(({ verdict }) => verdict)).toEqual([
      'valid',
      'invalid',
      'valid-previous',
      'no-secret',
      'unsigned',
      'malformed',
      'invalid',
    ])
  })

  test('keeps the place of a line that cannot be read, names it, and exits 2', async () => {
    const { code, stderr, results } = await batch([
      'nonsense',
      { secret, signature, bodyBase64 },
      { secret, signature },
    ])
    expect(code).toBe(2)
    expect(results.map((result) => ('error' in result ? 'error' : result.verdict))).toEqual(['error', 'valid', 'error'])
    expect(stderr).toContain('line 1 of --batch')
    expect(stderr).toContain('line 3 of --batch: bodyBase64')
  })
})
