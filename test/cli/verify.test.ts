import { createHash, createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Signature } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { runHere } from './runHere.ts'
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
    const { code, stdout, stderr } = await runHere(['verify', bodyFile, ...right])
    expect(code).toBe(0)
    expect(stdout.split('\n')[0]).toBe('valid')
    expect(stderr).toBe('')
  })

  test('prints one signature object with --json', async () => {
    const { code, stdout } = await runHere(['verify', '--json', bodyFile, ...right])
    expect(code).toBe(0)
    expect(stdout.endsWith('\n')).toBe(true)
    const sha256 = createHash('sha256').update(sample.body).digest('hex')
    expect(JSON.parse(stdout)).toEqual({
      verdict: 'valid',
      scheme: 'service',
      header: 'x-service-webhook-hmac',
      pointer: null,
      received: sample.signature,
      expected: sample.signature,
      secret: { label: '--secret', fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string },
      signatures: [
        {
          text: 'jeY/WGRS5RPYKG4K5Rv7PA7GmWW9GdQwwKvDUOuKo+8=',
          secret: { label: '--secret', fingerprint: expect.any(String) as string },
        },
      ],
      bodyProven: true,
      bodyFields: null,
      carriesSecret: false,
      malformed: null,
      malformedWhy: null,
      cannotTell: null,
      age: null,
      ageProblem: null,
      ageWhy: null,
      signed: {
        size: 262,
        sha256,
        first: Buffer.from(sample.body.slice(0, 16)).toString('hex'),
        last: Buffer.from(sample.body.slice(-16)).toString('hex'),
      },
      explanation: { state: 'not-needed', findings: [], ruledOut: [], notTried: [], tried: 0, complete: true },
    })
  })

  test('says invalid, shows what the secret gives, and exits 1', async () => {
    const wrong = ['--secret', 'another', '--signature', sample.signature]
    const { code, stdout } = await runHere(['verify', '--json', bodyFile, ...wrong])
    const expected = createHmac('sha256', 'another').update(sample.body).digest('base64')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'invalid', expected, received: sample.signature })
  })

  test('says malformed, not invalid, of what cannot be a signature', async () => {
    const hex = Buffer.from(sample.signature, 'base64').toString('hex')
    for (const signature of ['', 'sha256=', hex, sample.signature.slice(0, -1)]) {
      const options = ['--secret', sample.secret, `--signature=${signature}`]
      const { code, stdout } = await runHere(['verify', bodyFile, ...options])
      expect([signature, code, stdout.split('\n')[0]]).toEqual([signature, 1, 'malformed'])
    }
  })

  test('takes the exact bytes of stdin, text or not', async () => {
    const body = Uint8Array.of(0xff, 0x00, 0x0d, 0x0a, 0xc3, 0x28)
    const signature = createHmac('sha256', 'k').update(body).digest('base64')
    const { code } = await runHookscope(['verify', '-', '--secret', 'k', '--signature', signature], { input: body })
    expect(code).toBe(0)
  })

  test(
    'takes the secret from a variable, or from a file without the line feed at its end',
    { tags: 'full' },
    async () => {
      const secretFile = join(folder.path, 'secret.txt')
      writeFileSync(secretFile, `${sample.secret}\n`)
      const signature = ['--signature', sample.signature]
      const ofFile = await runHere(['verify', bodyFile, '--secret-file', secretFile, ...signature])
      const ofVariable = await runHere(['verify', bodyFile, '--secret-env', 'MY_SECRET', ...signature], {
        variables: { MY_SECRET: sample.secret },
      })
      expect([ofFile.code, ofVariable.code]).toEqual([0, 0])
    },
  )
})

describe('verify explains', () => {
  const explained = async (args: string[]) => {
    const { code, stdout } = await runHere(['verify', '--json', bodyFile, ...args])
    return { code, ...(JSON.parse(stdout) as Signature) }
  }

  test('a signature that an older one of several secrets gives', async () => {
    const { code, verdict } = await explained(['--secret', 'new', '--secret', sample.secret, ...right.slice(2)])
    expect([code, verdict]).toEqual([0, 'valid-previous'])
  })

  test('a body that was changed by one line feed on its way', async () => {
    const signature = createHmac('sha256', sample.secret).update(`${sample.body}\n`).digest('base64')
    const { code, explanation } = await explained(['--secret', sample.secret, '--signature', signature])
    expect(code).toBe(1)
    expect(explanation).toMatchObject({ state: 'explained', findings: [{ kind: 'proof' }] })
    expect(explanation.findings[0]?.secret?.label).toBe('--secret')
  })

  test('a digest that the own code computed over something else', async () => {
    const parsed = JSON.stringify(JSON.parse(sample.body), null, 2)
    const digest = createHmac('sha256', sample.secret).update(parsed).digest('hex')
    const { code, verdict, explanation } = await explained([...right, '--digest', digest])
    expect([code, verdict, explanation.state]).toEqual([0, 'valid', 'explained'])
    expect(explanation.findings[0]).toMatchObject({ kind: 'proof' })
  })

  test('nothing that it cannot prove, and lists what it ruled out', async () => {
    const { explanation } = await explained(['--secret', 'unrelated', '--signature', sample.signature])
    expect(explanation).toMatchObject({ state: 'unexplained', complete: true })
    expect(explanation.ruledOut.length).toBeGreaterThan(3)
    expect(explanation.tried).toBeGreaterThan(100)
  })

  test('in plain text for a person, with what to do', async () => {
    const signature = createHmac('sha256', `${sample.secret}\n`).update(sample.body).digest('base64')
    const { stdout } = await runHere(['verify', bodyFile, '--secret', sample.secret, '--signature', signature])
    expect(stdout).toMatch(/^invalid\n/)
    expect(stdout).toMatch(/\n {2}Proof: .*\n {2}What to do: .*/)
  })
})

describe('verify knows the schemes of other senders', () => {
  test('with headers, a URL and a method of the request', async () => {
    const url = 'https://example.com/hook'
    const square = createHmac('sha256', 'k')
      .update(url + sample.body)
      .digest('base64')
    const stripe = createHmac('sha256', 'k').update(`1700000000.${sample.body}`).digest('hex')
    const slack = createHmac('sha256', 'k').update(`v0:1700000000:${sample.body}`).digest('hex')
    const codes = await Promise.all(
      [
        ['--scheme', 'square', '--url', url, '--signature', square],
        ['--scheme', 'stripe', '--signature', `t=1700000000,v1=${stripe}`],
        ['--scheme', 'slack', '--signature', `v0=${slack}`, '--header', 'X-Slack-Request-Timestamp: 1700000000'],
        ['--scheme', 'slack', '--header', `x-slack-signature: v0=${slack}`, '--header', 'X-Slack-Request-Timestamp:1'],
      ].map(async (args) => (await runHere(['verify', bodyFile, '--secret', 'k', ...args])).code),
    )
    expect(codes).toEqual([0, 0, 0, 1])
  })

  test('and takes a secret file of any bytes', { tags: 'full' }, async () => {
    const secretFile = join(folder.path, 'bytes.key')
    const key = Uint8Array.of(0, 255, 10, 13, 128)
    writeFileSync(secretFile, key)
    const signature = createHmac('sha256', key).update(sample.body).digest('base64')
    const { code } = await runHere(['verify', bodyFile, '--secret-file', secretFile, '--signature', signature])
    expect(code).toBe(0)
  })
})

describe('verify with wrong input exits 2 and says what it takes', () => {
  test.each([
    { what: 'no file', args: right, words: 'FILE is missing' },
    { what: 'a file that is not there', args: ['absent.json', ...right], words: 'absent.json: no such file' },
    { what: 'no signature', args: [bodyFile, '--secret', 's'], words: '--signature is missing' },
    { what: 'no secret', args: [bodyFile, '--signature', 's'], words: '--secret-env NAME' },
    { what: 'an empty digest', args: [bodyFile, ...right, '--digest', ''], words: '--digest is empty' },
    { what: 'a header without a colon', args: [bodyFile, ...right, '--header', 'x'], words: "'Name: value'" },
    { what: 'no URL where it is signed', args: [bodyFile, ...right, '--scheme', 'square'], words: '--url is missing' },
    { what: 'a URL that is none', args: [bodyFile, ...right, '--url', 'x'], words: '--url is "x"' },
    { what: 'an option beside --batch', args: ['--batch', '-', '--secret', 's'], words: 'nor another option' },
    { what: 'an empty secret', args: [bodyFile, '--signature', 's', '--secret='], words: '--secret is empty' },
    {
      what: 'a variable that is not set',
      args: [bodyFile, '--signature', 's', '--secret-env', 'NOT_SET'],
      words: '--secret-env names NOT_SET',
    },
    {
      what: 'a scheme it does not know',
      args: [bodyFile, ...right, '--scheme', 'nobody'],
      words: '--scheme is "nobody"',
    },
    { what: 'an option it does not know', args: [bodyFile, ...right, '--digest2', 'x'], words: '--digest2' },
    { what: 'an option without its value', args: [bodyFile, '--secret'], words: '--secret takes a value: --secret S' },
  ])('$what', async ({ args, words }) => {
    const { code, stdout, stderr } = await runHere(['verify', ...args])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('a name with control characters, which do not reach the terminal', async () => {
    const { stderr } = await runHere(['verify', '\u001b]0;owned\u0007\u009b31m.json', ...right])
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

  test('takes a mistyped field for a mistake, and says which fields it ignores', async () => {
    const { code, stderr, results } = await batch([
      { secret, signature, bodyBase64, digset: 'x' },
      { secret, signature, bodyBase64, sender: 'github', expected: 'valid' },
      { secret, signature, bodyBase64, sender: 'stripe' },
    ])
    expect(code).toBe(2)
    expect(results.map((result) => ('error' in result ? result.error : result.verdict))).toEqual([
      'there is no field "digset". Did you mean digest?',
      'valid',
      'valid',
    ])
    expect(stderr).toContain('line 1 of --batch: there is no field "digset". Did you mean digest?')
    expect(stderr).toContain('--batch ignores unknown fields: sender, expected.')
  })

  test('explains a digest, and checks other schemes, line by line', { tags: 'full' }, async () => {
    const digest = createHmac('sha256', secret).update(`${sample.body}\n`).digest('base64')
    const github = `sha256=${createHmac('sha256', secret).update(sample.body).digest('hex')}`
    const { code, results } = await batch([
      { secret, signature, bodyBase64, digest },
      { secret, signature: github, bodyBase64, scheme: 'github' },
      { secret, bodyBase64, scheme: 'github', headers: { 'x-hub-signature-256': github } },
      { secret, signature: github, bodyBase64, scheme: 'github', headers: [['X-Hub-Signature-256', github]] },
    ])
    expect(code).toBe(0)
    expect(results.map(({ verdict }) => verdict)).toEqual(['valid', 'valid', 'valid', 'valid'])
    expect(results[0]?.explanation.state).toBe('explained')
  })
})
