import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain } from '../../../src/engine/signature/explain/explain.ts'
import { buildInput, fullBudget, secret, sign } from './buildInput.ts'
import { fewAndAll } from '../../support/fewAndAll.ts'

/** Objects with something of everything that writers of JSON treat differently. */
const bodies = fc
  .record({
    zeta: fc.jsonValue({ maxDepth: 2 }),
    path: fc.string(),
    alpha: fc.integer(),
    list: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
  })
  .map((value) => JSON.stringify({ ...value, path: `/\u00e9${value.path}` }))

const secrets = fc.stringMatching(/^[A-Za-z0-9]{16,40}$/)

/** Made without the engine's own writers. `null`: this body cannot be changed so. */
const bodyChanges: readonly [string, (body: string) => string | Buffer | null][] = [
  ['body-final-newline', (body) => `${body}\n`],
  ['body-final-newline', (body) => `${body}\r\n`],
  ['body-bom', (body) => Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from(body)])],
  ['body-formatting', (body) => JSON.stringify(JSON.parse(body), null, 2)],
  ['body-formatting', (body) => JSON.stringify(JSON.parse(body), null, '\t').replaceAll('\n', '\r\n')],
  ['body-escaped-slashes', (body) => body.replaceAll('/', '\\/')],
  [
    'body-escaped-unicode',
    (body) => body.replaceAll(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['body-key-order', (body) => JSON.stringify(sorted(JSON.parse(body)))],
  ['body-charset', (body) => (/\p{Surrogate}/u.test(body) ? null : Buffer.from(body, 'utf16le').swap16())],
  ['body-base64', (body) => Buffer.from(body).toString('base64')],
  ['body-json-string', (body) => JSON.stringify(body)],
  ['body-consumed', () => '{}'],
]

const secretChanges: readonly [string, (text: string) => string | Buffer][] = [
  ['secret-whitespace', (text) => `${text}\n`],
  ['secret-whitespace', (text) => `${text} `],
  ['secret-quotes', (text) => `"${text}"`],
  ['secret-encoded', (text) => Buffer.from(text).toString('base64')],
  ['secret-charset', (text) => Buffer.from(text, 'utf16le')],
  ['secret-not-loaded', () => 'null'],
]

const digestChanges: readonly [string, (digest: string) => string][] = [
  ['digest-encoding', (digest) => Buffer.from(digest, 'base64').toString('hex')],
  ['digest-prefix', (digest) => `sha256=${digest}`],
  ['digest-alphabet', (digest) => digest.replace('=', '')],
  ['digest-double-encoded', (digest) => Buffer.from(Buffer.from(digest, 'base64').toString('hex')).toString('base64')],
  ['header-folded', (digest) => `${randomBytes(32).toString('base64')},${digest}`],
]

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

function firstFinding(input: ReturnType<typeof buildInput>) {
  return explain(input, fullBudget).findings[0]
}

describe('whatever is altered is explained by its own cause first', () => {
  it.each(bodyChanges)('%s, in the body that the code hashed (%#)', (cause, change) => {
    fc.assert(
      fc.property(bodies, secrets, (body, text) => {
        const hashed = change(body)
        fc.pre(hashed !== null && !Buffer.from(hashed).equals(Buffer.from(body)))
        const given = { body, header: sign(text, body), digest: sign(text, hashed), secrets: [secret(text)] }
        expect(firstFinding(buildInput(given))).toMatchObject({ cause, kind: 'proof' })
      }),
      { numRuns: 2 },
    )
  })

  it.each(secretChanges)('%s, in the key that the code used (%#)', (cause, change) => {
    fc.assert(
      fc.property(bodies, secrets, (body, text) => {
        const given = { body, header: sign(text, body), digest: sign(change(text), body), secrets: [secret(text)] }
        expect(firstFinding(buildInput(given))).toMatchObject({ cause, kind: 'proof' })
      }),
      { numRuns: 2 },
    )
  })

  it.each(digestChanges)('%s, in the header (%#)', (cause, change) => {
    fc.assert(
      fc.property(bodies, secrets, (body, text) => {
        const given = { body, header: change(sign(text, body)), secrets: [secret(text)] }
        expect(firstFinding(buildInput(given))).toMatchObject({ cause, kind: 'proof' })
      }),
      { numRuns: 2 },
    )
  })
})

describe('unrelated secrets', () => {
  fewAndAll('are never proved, in many pairs of one that signed and one that is known', [40, 2_000], (wanted) => {
    let pairs = 0
    while (pairs < wanted) {
      const body = `{"n":${randomBytes(2).readUInt16BE()}}`
      const known = Array.from({ length: 5 }, () => secret(randomBytes(16).toString('base64')))
      // Forty signatures in one header: each is looked for by the whole search.
      const header = Array.from({ length: 40 }, () => sign(randomBytes(16).toString('base64'), body)).join(',')
      const { state, findings, complete, ruledOut, tried } = explain(
        buildInput({ body, header, secrets: known }),
        fullBudget,
      )
      expect({ state, complete, proofs: findings.filter(({ kind }) => kind === 'proof') }).toEqual({
        state: 'unexplained',
        complete: true,
        proofs: [],
      })
      expect(ruledOut.length).toBeGreaterThan(3)
      expect(ruledOut.find(({ what }) => what === 'readings of the digest')?.count).toBeGreaterThanOrEqual(40)
      expect(tried).toBeGreaterThan(1_000)
      pairs += 40 * known.length
    }
  })

  fewAndAll('are never proved when the code uses them', [1, 75], (numRuns) => {
    fc.assert(
      fc.property(
        bodies,
        secrets,
        secrets,
        fc.constantFrom('sha1', 'sha256', 'sha384', 'sha512', 'md5'),
        (body, known, used, algorithm) => {
          fc.pre(
            !known.toLowerCase().startsWith(used.toLowerCase()) && !used.toLowerCase().startsWith(known.toLowerCase()),
          )
          const digest = createHmac(algorithm, used).update(body).digest('hex')
          const { state, findings } = explain(
            buildInput({ body, header: sign(known, body), digest, secrets: [secret(known)] }),
            fullBudget,
          )
          expect({ state, findings }).toEqual({ state: 'unexplained', findings: [] })
        },
      ),
      { numRuns },
    )
  })
})
