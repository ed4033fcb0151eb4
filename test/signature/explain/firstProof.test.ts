import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { explain } from '../../../src/engine/signature/explain/explain.ts'
import { buildInput, fullBudget, type Given, liveSecret, secret, sign } from './buildInput.ts'

/** JSON of some 200 kB on one line, with what writers escape and what they indent. */
const body = JSON.stringify({
  items: Array.from({ length: 2_500 }, (_none, index) => ({
    index,
    name: `Z\u00fcrich ${index}`,
    url: `https://a.example/${index}`,
  })),
})
const pretty = JSON.stringify(JSON.parse(body), null, 2)
const spaced = JSON.stringify(JSON.parse(body), null, 1).replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '')

/** Digests of a large body that a search may compute before the proof: some tenth of all. */
const few = 340

const inCode = (digest: string, given: Partial<Given> = {}): Given => ({
  body,
  header: sign(liveSecret, body),
  digest,
  ...given,
})

describe('the first proof over a large body', () => {
  it.each<[string, string, Given]>([
    [
      'the secret of another environment',
      'secret-other-environment',
      { body, header: sign('theirs', body), secrets: [secret(liveSecret), secret('theirs', { standing: 'other' })] },
    ],
    ['a line feed after the secret', 'secret-whitespace', { body, header: sign(`${liveSecret}\n`, body) }],
    ['a secret that was decoded', 'secret-decoded', { body, header: sign(Buffer.from(liveSecret, 'base64'), body) }],
    [
      'hex in place of base64',
      'digest-encoding',
      { body, header: createHmac('sha256', liveSecret).update(body).digest('hex') },
    ],
    ['another hash', 'algorithm-other', { body, header: sign(liveSecret, body, 'sha1') }],
    ['a final line feed', 'body-final-newline', { body, header: sign(liveSecret, `${body}\n`) }],
    ['a body that was read before', 'body-consumed', inCode(sign(liveSecret, '{}'))],
    [
      'JSON.stringify of the parsed body',
      'body-reserialised',
      inCode(sign(liveSecret, body), { body: pretty, header: sign(liveSecret, pretty) }),
    ],
    ["Python's spacing", 'body-python-spacing', inCode(sign(liveSecret, spaced))],
    [
      'lines with CRLF',
      'body-line-endings',
      { body: pretty, header: sign(liveSecret, pretty.replaceAll('\n', '\r\n')) },
    ],
    ['indentation that was lost', 'body-formatting', { body, header: sign(liveSecret, pretty) }],
    [
      'lines that curl -d joined',
      'body-newlines-stripped',
      { body: pretty.replaceAll('\n', ''), header: sign(liveSecret, pretty) },
    ],
  ])('is there after few digests: %s', (_what, cause, given) => {
    const { findings, tried } = explain(buildInput(given), fullBudget, { untilProof: true })
    expect(findings[0]).toMatchObject({ cause, kind: 'proof' })
    expect(tried).toBeLessThan(few)
  })
})
