import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { explainInWords } from './explainInWords.ts'
import { schemePreset } from '../../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { buildInput, fullBudget, liveSecret, secret, sign } from './buildInput.ts'

const body = '{"id":"n-1"}'

describe('the explanation', () => {
  it('calls no header mixed up when the other delivery is a retry with the same body', () => {
    const others = [{ deliveryId: '7', body: Buffer.from(body), signature: sign(liveSecret, body) }]
    const { state, findings } = explainInWords(buildInput({ body, header: sign('unrelated', 'x'), others }), fullBudget)
    expect([state, findings.filter(({ kind }) => kind === 'proof')]).toEqual(['unexplained', []])
  })

  it('finds a signature that is right but for where its timestamp stands', () => {
    const scheme = schemePreset('slack') as SignatureScheme
    const digest = createHmac('sha256', liveSecret).update(`v0:1700000000:${body}`).digest('hex')
    const headers = ['X-Custom-Timestamp', '1700000000']
    const { state, findings } = explainInWords(
      buildInput({ body, scheme, header: `v0=${digest}`, headers }),
      fullBudget,
    )
    expect(state).toBe('explained')
    expect(findings[0]).toMatchObject({ kind: 'proof', cause: 'message-timestamp' })
    expect(findings[0]?.recipe).toContain('the timestamp 1700000000 from elsewhere in the request')
  })

  it('never tells a part of a secret, even one that looks like a prefix', () => {
    const text = 'hunter-correcthorsebattery'
    const stripped = text.slice('hunter-'.length)
    const told = [text, stripped, Buffer.from(text).toString('base64')].map((key) =>
      JSON.stringify(
        explainInWords(buildInput({ body, header: sign(key, body), secrets: [secret(text)] }), fullBudget),
      ),
    )
    for (const words of told) expect(words).not.toContain('hunter')
  })
})
