import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signatureDetail } from '../../../src/engine/actions/signatureDetail.ts'
import { verificationSecret } from '../../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../../src/engine/signature/verifySignature.ts'
import { buildInput } from './buildInput.ts'
import { bodies } from './mistakes/bodies.ts'
import { familyOf, messageOf, place, rightSigning, signed } from './mistakes/families.ts'

const nothing = { state: 'not-searched', findings: [], ruledOut: [], notTried: [], tried: 0, complete: true } as const

/** A digest that no scheme takes: neither hex nor base64 of any hash. */
const unreadable = 'not a digest!'

describe('a malformed signature of a sender that signs the time along', () => {
  it.each(['stripe', 'slack', 'standard-webhooks', 'svix', 'paddle', 'zendesk'])(
    'at %s does not hide what should have come, and over which bytes',
    (id) => {
      const sender = familyOf(id)
      const right = rightSigning(sender, Buffer.from(bodies.plain))
      const message = messageOf(sender, right)
      const { request } = buildInput({
        body: right.body,
        scheme: sender.scheme,
        headers: sender.headers,
        urls: [place],
        header: sender.around(unreadable),
      })
      const secret = verificationSecret({ id: 'k', label: 'live', text: sender.secret, current: true }, sender.scheme)
      const { verdict } = verifySignature(request, sender.scheme, [secret])
      const { expected, signed: over } = signatureDetail(
        request,
        sender.scheme,
        { verdict, secret, secrets: [secret] },
        { ...nothing, findings: [], ruledOut: [], notTried: [] },
      )
      expect(verdict).toBe('malformed')
      expect(expected).toBe(signed(sender, right))
      expect(over).toMatchObject({
        size: message.length,
        sha256: createHash('sha256').update(message).digest('hex'),
        first: message.subarray(0, 16).toString('hex'),
      })
    },
  )
})
