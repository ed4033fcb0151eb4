import { buildInput, type Given, secret } from '../explain/buildInput.ts'
import { bodies } from '../explain/mistakes/bodies.ts'
import { families, type Family, place, rightSigning, signed, type Signing } from '../explain/mistakes/families.ts'
import { causesAt, type Mistake } from '../explain/mistakes/mistake.ts'
import { freshBodies } from './freshBodies.ts'
import type { FreshCase } from './freshCase.ts'
import { freshDigests, freshMessages } from './freshMessages.ts'
import { freshSecrets } from './freshSecrets.ts'

const lists: readonly { group: string; mistakes: readonly Mistake[]; senders: number }[] = [
  { group: 'secret', mistakes: freshSecrets, senders: 3 },
  { group: 'body', mistakes: freshBodies, senders: 3 },
  { group: 'message', mistakes: freshMessages, senders: 3 },
  { group: 'digest', mistakes: freshDigests, senders: 4 },
]

/** Single mistakes at senders that sign by HMAC, each at a few of those who can make it. */
export function freshHmacCases(): FreshCase[] {
  return lists.flatMap(({ group, mistakes, senders }) =>
    mistakes.flatMap((mistake, index) => {
      const able = families.flatMap((sender) => {
        const cases = casesOf(group, sender, mistake)
        return cases.length === 0 ? [] : [cases]
      })
      return Array.from(
        { length: Math.min(senders, able.length) },
        (_none, at) => able[(index + at * 5) % able.length] ?? [],
      ).flat()
    }),
  )
}

/** The body that a sender sends, where the mistake needs none of its own. */
export function bodyOf(sender: Family, mistake?: Mistake): Buffer {
  return Buffer.from(bodies[mistake?.on ?? (sender.id === 'twilio' ? 'form' : 'plain')])
}

/** The input of a case without its signature. */
export function givenOf(sender: Family, body: Buffer): Omit<Given, 'header'> {
  return {
    body,
    scheme: sender.scheme,
    secrets: [
      secret(sender.secret),
      secret('another-secret-of-the-tests', { label: 'old', standing: 'previous' }),
      secret('staging-secret-of-the-tests', { label: 'staging', environment: 'Staging', standing: 'other' }),
    ],
    headers: [...sender.headers, 'X-Forwarded-Server', 'app-7.internal:8080'],
    urls: [place],
  }
}

function casesOf(group: string, sender: Family, mistake: Mistake): FreshCase[] {
  const body = bodyOf(sender, mistake)
  const right = rightSigning(sender, body)
  const change = mistake.change(right, sender)
  if (change === null) return []
  const wrong: Signing = { ...right, ...change }
  const text = signed(sender, wrong)
  const rightText = signed(sender, right)
  if (text === rightText) return []
  const truth = [causesAt(mistake, wrong, sender)]
  const name = (direction: string) => `${sender.id}, ${direction}: ${mistake.name}`
  const isRight = mistake.rightAtSender?.(sender) === true
  const cases: FreshCase[] = []
  if (mistake.only !== 'receiver' && !isRight)
    cases.push({
      name: name('wire'),
      group,
      truth,
      make: () => buildInput({ ...givenOf(sender, body), header: wrong.header(text) }),
    })
  if (mistake.only !== 'wire')
    cases.push({
      name: name('receiver'),
      group,
      truth,
      make: () => buildInput({ ...givenOf(sender, body), header: right.header(rightText), digest: text }),
    })
  return cases
}
