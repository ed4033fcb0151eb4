import type { ExplainInput } from '../../../../src/engine/signature/explain/types.ts'
import { buildInput, type Given, secret, sign } from '../buildInput.ts'
import { bodies } from './bodies.ts'
import { bodyMistakes } from './bodyMistakes.ts'
import { changedOnTheWay } from './changedOnTheWay.ts'
import { digestMistakes } from './digestMistakes.ts'
import { families, type Family, familyOf, place, rightSigning, signed, type Signing } from './families.ts'
import { messageMistakes } from './messageMistakes.ts'
import { causesAt, type Mistake } from './mistake.ts'
import { oddSecrets, secretMistakes } from './secretMistakes.ts'

/** A request with one mistake, and the causes that name it truly. */
export interface MistakeCase {
  name: string
  family: string
  causes: readonly string[]
  make(): ExplainInput
}

export const mistakes: readonly Mistake[] = [...secretMistakes, ...digestMistakes, ...messageMistakes, ...bodyMistakes]

/** Every mistake at every sender that can make it, in both directions. The same cases each time. */
export function classicMistakes(): MistakeCase[] {
  return [
    ...families.flatMap((sender) => mistakes.flatMap((mistake) => casesOf(sender, mistake))),
    ...oddSecretCases(),
    ...onTheWayCases(),
  ]
}

function bodyOf(sender: Family, on: keyof typeof bodies | undefined): Buffer {
  return Buffer.from(bodies[on ?? (sender.id === 'twilio' ? 'form' : 'plain')])
}

function casesOf(sender: Family, mistake: Mistake): MistakeCase[] {
  const right = rightSigning(sender, bodyOf(sender, mistake.on))
  const change = mistake.change(right, sender)
  if (change === null) return []
  const rightText = signed(sender, right)
  const wrong: Signing = { ...right, ...change }
  const text = signed(sender, wrong)
  const header = wrong.header(text)
  const named = causesAt(mistake, wrong, sender)
  const cases: MistakeCase[] = []
  const add = (direction: string, causes: readonly string[], given: Given) =>
    cases.push({
      name: `${sender.id}, ${direction}: ${mistake.name}`,
      family: sender.id,
      causes,
      make: () => buildInput(given),
    })
  const given = (more: Pick<Given, 'header'> & Partial<Given>): Given => ({
    body: right.body,
    scheme: sender.scheme,
    secrets: [secret(sender.secret), secret('another-secret-of-the-tests', { label: 'old', standing: 'previous' })],
    headers: [...sender.headers, 'X-Forwarded-Server', 'app-7.internal:8080'],
    urls: [place],
    ...more,
  })
  const sameHeader = String(header) === right.header(rightText)
  if (mistake.only !== 'receiver' && !sameHeader && mistake.rightAtSender?.(sender) !== true)
    add('wire', named, given({ header }))
  if (mistake.only !== 'wire' && text !== rightText) {
    const causes = mistake.spelling === true ? ['same-digest'] : named
    add('receiver', causes, given({ header: right.header(rightText), digest: text }))
  }
  return cases
}

function oddSecretCases(): MistakeCase[] {
  const sender = familyOf('service')
  return oddSecrets.flatMap(({ name, causes, known, used }) => {
    const common = { body: bodies.plain, scheme: sender.scheme, secrets: [secret(known)] }
    const make = (given: Given) => () => buildInput(given)
    return [
      {
        name: `service, wire: odd secret: ${name}`,
        family: 'service',
        causes,
        make: make({ ...common, header: sign(used, bodies.plain) }),
      },
      {
        name: `service, receiver: odd secret: ${name}`,
        family: 'service',
        causes,
        make: make({ ...common, header: sign(known, bodies.plain), digest: sign(used, bodies.plain) }),
      },
    ]
  })
}

function onTheWayCases(): MistakeCase[] {
  return ['service', 'stripe', 'square', 'standard-webhooks'].flatMap((id) => {
    const sender = familyOf(id)
    return changedOnTheWay.map(({ name, causes, signed: bodiesOf, headers = [] }): MistakeCase => {
      const [before, after] = bodiesOf(bodies).map((body) => Buffer.from(body as string)) as [Buffer, Buffer]
      const header = sender.around(signed(sender, rightSigning(sender, before)))
      const given = {
        body: after,
        scheme: sender.scheme,
        secrets: [secret(sender.secret)],
        urls: [place],
        headers: [...sender.headers, ...headers],
        header,
      }
      return { name: `${id}, on the way: ${name}`, family: id, causes, make: () => buildInput(given) }
    })
  })
}
