import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { runHere } from './runHere.ts'
import { runHookscope } from './runHookscope.ts'

interface SenderVector {
  id: string
  preset: string | null
  method: string
  url: string
  headers: Record<string, string>
  bodyBase64: string
  key: string
  clock?: number
}

const vectors = JSON.parse(
  readFileSync(new URL('../signature/senderVectors.json', import.meta.url), 'utf8'),
) as SenderVector[]

const folder = scratchFolder()
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder.path, name), content)
  return join(folder.path, name)
}
const vector = (id: string) => vectors.find((it) => it.id === id) as SenderVector

afterAll(() => folder.remove())

describe('verify of other senders', () => {
  test('finds every published vector right, many at once', async () => {
    const signed = vectors.filter(({ preset }) => preset !== null)
    const lines = signed.map(({ preset, method, url, headers, bodyBase64, key, clock }) =>
      JSON.stringify({
        scheme: preset,
        method,
        url,
        headers,
        bodyBase64,
        key,
        ...(clock === undefined ? {} : { at: clock }),
      }),
    )
    const { code, stdout, stderr } = await runHookscope(['verify', '--batch', file('batch', lines.join('\n'))])
    expect([code, stderr]).toEqual([0, ''])
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { verdict: string; age: { tooOld: boolean } | null })
    expect(results.map(({ verdict }, index) => [signed[index]?.id, verdict])).toEqual(
      signed.map(({ id }) => [id, 'valid']),
    )
    expect(results.filter(({ age }) => age?.tooOld === true)).toEqual([])
  })

  test('takes a public key from a file, and the time for the age', async () => {
    const { headers, bodyBase64, key } = vector('sendgrid-single')
    const body = file('sendgrid.json', Buffer.from(bodyBase64, 'base64'))
    const lines = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
    const common = ['verify', body, '--scheme', 'sendgrid', ...lines, '--key-file', file('key.txt', key)]
    const { code, stdout } = await runHere([...common, '--at', '1600112512', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'valid', age: { seconds: 10 }, bodyProven: true })
    const iso = await runHere([...common, '--at', '2020-09-14T19:41:52Z', '--json'])
    expect(JSON.parse(iso.stdout)).toMatchObject({ age: { seconds: 10 } })
  })

  test('takes a scheme from a file, with all that a preset can say', async () => {
    const { headers, bodyBase64, key } = vector('wise-sandbox')
    const scheme = {
      hookscope: 'scheme',
      version: 1,
      name: 'Ours',
      kind: 'rsa',
      header: 'x-signature-sha256',
      encoding: 'base64',
      algorithm: 'sha256',
      padding: 'pkcs1',
    }
    const body = file('wise.json', Buffer.from(bodyBase64, 'base64'))
    const options = ['--signature', headers['x-signature-sha256'] ?? '', '--key-file', file('wise.pem', key)]
    const args = ['verify', body, '--scheme-file', file('scheme.json', JSON.stringify(scheme)), ...options]
    const { code, stdout } = await runHere(args)
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'valid'])
  })

  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  test.each([
    ['a scheme file that is none', ['--scheme-file', () => file('a', '{}')], 'it has no "hookscope": "scheme"'],
    [
      'a scheme that leaves the body out',
      [
        '--scheme-file',
        () =>
          file(
            'b',
            '{"hookscope":"scheme","version":1,"name":"x","header":"X","algorithm":"sha256","encoding":"hex","message":"a"}',
          ),
      ],
      'a changed body would go unnoticed',
    ],
    ['no public key', ['--scheme', 'wise'], 'The public key is missing'],
    ['a private key', ['--scheme', 'discord', '--key-file', () => file('c', String(pem))], 'This is a private key'],
    [
      'a text that is no key',
      ['--scheme', 'discord', '--key-file', () => file('d', 'hello')],
      'No public key can be read',
    ],
    ['a time that is none', ['--at', 'soon'], '--at is "soon"'],
    ['a setting for a sender without one', ['--setting', 'x'], 'signs no such value'],
    ['two schemes', ['--scheme', 'wise', '--scheme-file', () => file('e', '{}')], 'not both'],
  ] as const)('says what is wrong with %s, and exits 2', async (_what, args, words) => {
    const body = file('body', '{}')
    const given = args.map((arg) => (typeof arg === 'string' ? arg : arg()))
    const { code, stdout, stderr } = await runHere(['verify', body, '--signature', 'AAAA', ...given])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})
