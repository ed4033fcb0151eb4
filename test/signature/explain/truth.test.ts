import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findingReasonSchema } from '../../../src/shared/codes/signature/findings.ts'
import { explainInWords } from './explainInWords.ts'
import { schemePreset, serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import { buildInput, fullBudget, type Given, liveSecret, secret, sign } from './buildInput.ts'
import { fewAndAll } from '../../support/fewAndAll.ts'

type Finding = ReturnType<typeof explainInWords>['findings'][number]

const sortedIndented = '{\n    "a": 2,\n    "b": "x"\n}'

/** Returns the finding when the handler hashed a different form of the body than the received one. */
function told(body: string, hashed: string): Finding {
  return first({ body, header: sign(liveSecret, body), digest: sign(liveSecret, hashed) })
}

function first(given: Given): Finding {
  const [finding] = explainInWords(buildInput(given), fullBudget).findings
  expect(finding).toBeDefined()
  return finding as Finding
}

describe('a story of JSON that was written again', () => {
  it.each([
    ['sorted and indented keys', '{"b":"x","a":2}', sortedIndented, 'body-key-order', /HTML|< and &|slashes/],
    ['1.0 and a line feed', '1.0', '1\n', 'body-number-rewritten', /Gson|HTML|escaped/],
    ['lists of PHP without any slash', '{"a": {}}', '{"a":[]}', 'body-reserialised', /slashes/],
    [
      "Ruby's ascii_only",
      '{"a": "\u00fc", "b": 1.0}',
      '{"a":"\\u00fc","b":1.0}',
      'body-escaped-unicode',
      /over the body as Python's json.dumps\S* writes/,
    ],
    [
      "Ruby's pretty_generate",
      '{"a":"\\u00fc","b":1.0}',
      '{\n  "a": "\u00fc",\n  "b": 1.0\n}',
      'body-escaped-unicode',
      /over the body as Python's json.dumps\S* writes/,
    ],
    ["Python's own spacing", '{"a":"\u00fc"}', '{"a": "\\u00fc"}', 'body-python-spacing', /HTML|slashes/],
    ["PHP's slashes", '{"u":"a/b"}', '{\n    "u": "a\\/b"\n}', 'body-escaped-slashes', /HTML|Apple/],
    ["Go's escapes in sorted keys", '{"b":"<","a":2}', '{"a":2,"b":"\\u003c"}', 'body-html-escapes', /slashes/],
  ])('names for %s only what changed in the bytes', (_title, body, hashed, cause, never) => {
    const finding = told(body, hashed)
    expect(finding).toMatchObject({ kind: 'proof', cause })
    expect(`${finding.title} ${finding.recipe}`).not.toMatch(never)
  })

  it('names all writers that give the same bytes, or none', () => {
    expect(told('{"b":"x","a":2}', sortedIndented).recipe).toContain(
      "as Python's json.dumps(indent=4, sort_keys=True) or Go's json.Marshal of a map, indented, write it" +
        ' (its keys in another order, indented by four spaces)',
    )
    expect(told('{"a": "\\u00fc", "b": 1}', '{"a":"\u00fc","b":1}').recipe).toContain(
      'serialised as JSON again (characters beyond ASCII escaped differently, on one line without spaces)',
    )
  })
})

describe('what was changed', () => {
  const changesOf = (body: string, hashed: string) => {
    const { why } = told(body, hashed)
    return why.code === 'recomputed' ? why.fields.body : []
  }

  it('is a cause with words that continue the name of what was changed', () => {
    expect(changesOf('{"b":"x","a":2}', sortedIndented)).toEqual([
      {
        cause: 'body-key-order',
        how: " as Python's json.dumps(indent=4, sort_keys=True) or Go's json.Marshal of a map, indented, write it (its keys in another order, indented by four spaces)",
        received: [],
      },
    ])
    expect(changesOf('text', 'text\n')).toEqual([
      { cause: 'body-final-newline', how: ' with a line feed at its end', received: [] },
    ])
  })

  it('keeps texts of the request apart from these words', () => {
    expect(changesOf('{"CANARY":"x","a":2}', 'x')).toEqual([
      { cause: 'body-part', how: ': only its field "{1}"', received: ['CANARY'] },
    ])
    expect(told('{"CANARY":"x","a":2}', 'x').recipe).toContain('the body: only its field "CANARY"')
  })

  it('is in every example the shape that the API promises', () => {
    for (const body of ['{"a":"\u00fc","b":1.0}', 'a=1&b=%20', 'text']) {
      for (const hashed of [
        `${body}\n`,
        `${body} `,
        Buffer.from(body).toString('base64'),
        Buffer.from(body).toString('hex'),
      ]) {
        expect(findingReasonSchema.safeParse(told(body, hashed).why).error).toBeUndefined()
      }
    }
  })
})

describe('a pasted digest', () => {
  const body = '{"a":1}'
  const header = sign(liveSecret, body)
  const hex = Buffer.from(header, 'base64').toString('hex')

  it.each(['zzz', 'not a digest', 'abcd'])('is called unreadable when it is %s', (digest) => {
    const finding = first({ body, header, digest })
    expect(finding).toMatchObject({ kind: 'observation', cause: 'digest-unreadable' })
    expect(finding.recipe).toContain('neither hex nor base64 of 16 to 64 bytes')
    expect(finding.advice).toContain('Paste the digest')
  })

  it.each([
    `SHA2-256(stdin)= ${hex}`,
    `(stdin)= ${hex}\n`,
    `HMAC-SHA256(body.json)= ${hex}`,
    `SHA256 (a b.txt) = ${hex}`,
    `${hex}  -`,
    `${hex} *body.json\n`,
  ])('is read out of what a command printed: %s', (digest) => {
    const finding = first({ body, header, digest })
    expect(finding.cause).toBe('same-digest')
    expect(finding.recipe).not.toContain('several values')
  })

  it('is described as a plain hash, and not as joined with a key, when no secret is known', () => {
    const plain = createHash('sha256').update(body).digest('base64')
    const { findings } = explainInWords(buildInput({ body, header: plain, secrets: [] }), fullBudget)
    expect(findings.filter(({ kind }) => kind === 'proof').map(({ cause }) => cause)).toEqual(['algorithm-plain-hash'])
  })
})

describe('a stored secret with characters that nobody sees', () => {
  it.each([
    ['secret-whitespace', 'no-break space (U+00A0)', `${liveSecret}\u00a0`],
    ['secret-whitespace', 'zero-width space (U+200B)', `\u200b${liveSecret}`],
    ['secret-quotes', '\u201c and \u201d', `\u201c${liveSecret}\u201d`],
    ['secret-quotes', '\u2018 and \u2019', `\u2018${liveSecret}\u2019`],
  ])('is told as %s with the name of the character: %s', (cause, name, stored) => {
    const finding = first({ body: '{}x', header: sign(liveSecret, '{}x'), secrets: [secret(stored)] })
    expect(finding).toMatchObject({ kind: 'proof', cause })
    expect(finding.recipe).toContain(name)
  })
})

describe('the length of a signature that cannot be one', () => {
  it('is that of the digest, not of the whole header', () => {
    const scheme = schemePreset('github') ?? serviceScheme
    const { findings } = explainInWords(
      buildInput({ body: 'x', header: `sha256=${'AB'.repeat(32)}`, scheme }),
      fullBudget,
    )
    expect(findings.map(({ recipe }) => recipe).join()).toContain('These are 64 characters of upper-case hex.')
  })

  it('names the spaces where the length is right', () => {
    const header = `${'A'.repeat(20)} ${'B'.repeat(22)}=`
    const { findings } = explainInWords(buildInput({ body: 'x', header }), fullBudget)
    expect(findings.map(({ recipe }) => recipe).join()).toContain('44 characters with spaces among them')
  })
})

describe('a body that begins as JSON', () => {
  const unknown = sign(Buffer.alloc(32, 1), 'another body')
  const causes = (body: string) =>
    explainInWords(buildInput({ body, header: unknown }), fullBudget).findings.map(({ cause }) => cause)

  const cut = ['{"a":"text\\u00', '[1,{"b":tr', '{"a":[1,2', '{"a":"text', '{"a":"text\\', '{"a', '{"a"', '{"a":']
  fewAndAll('is called cut where more bytes would complete it', [2, Infinity], (count) => {
    for (const body of [...cut, '{"a":1,', '[-1.5e', '['].slice(0, count))
      expect([body, causes(body)]).toEqual([body, expect.arrayContaining(['body-ends-early'])])
  })

  const odd = ['{"a":"say "hi"}', '{{"a":1}', "{'a': \"it's}", '[note] an "open quote', '{"a":nop', '{"a":1}}']
  fewAndAll('is not called cut where no more bytes would make it JSON', [2, Infinity], (count) => {
    for (const body of [...odd, '{"a":1 2', '[1 2]'].slice(0, count))
      expect([body, causes(body)]).toEqual([body, expect.not.arrayContaining(['body-ends-early'])])
  })
})
