import { randomBytes } from 'node:crypto'
import { defaultTemplate } from '../../../src/engine/checking/subject/defaultTemplate.ts'
import { signingSecret, signRequest } from '../../../src/engine/signature/signRequest.ts'
import { credentialOf, type SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { keysFor } from '../../build/schemeKeys.ts'
import type { Canaries } from './canaries.ts'

/** A sender with secrets of its own, each of which is looked for. */
export interface PlantedSender {
  scheme: SignatureScheme
  /** What signs; `checks` is what an environment is given. */
  signs: string
  checks: string
  /** Another secret, of which Hookscope knows nothing. */
  foreign: string
  /** In the address and the headers of its deliveries. */
  query: string
  headers: [name: string, value: string][]
}

/** A secret of the form that the scheme takes. */
function secretFor(scheme: SignatureScheme): string {
  const bytes = randomBytes(24)
  if (scheme.kind === 'basic') return `user:${bytes.toString('hex')}`
  // Characters that JSON, addresses and forms write otherwise.
  if (scheme.kind === 'token') return `${bytes.toString('hex', 0, 12)} "+/=& ${bytes.toString('hex', 12)}`
  if (!('key' in scheme)) return bytes.toString('hex')
  const { decode, prefix } = scheme.key
  return prefix + bytes.toString(decode === 'base64' || decode === 'base64url' ? decode : 'hex')
}

export function plantSender(canaries: Canaries, scheme: SignatureScheme): PlantedSender {
  const isPublic = credentialOf(scheme) === 'public-key'
  const keys = keysFor(scheme)
  const [own, foreign] = [secretFor(scheme), secretFor(scheme)]
  const signs = isPublic ? keys.signs : own
  const word = (name: string) => canaries.make(`${name} of ${scheme.id}`, 'word')
  // A private key is folded, so search for a single line of it.
  canaries.add(`secret of ${scheme.id}`, isPublic ? (signs.split('\n')[1] ?? '') : lastPart(own))
  if (!isPublic) canaries.add(`foreign secret of ${scheme.id}`, lastPart(foreign))
  return {
    scheme,
    signs,
    checks: isPublic ? keys.checks : own,
    foreign: isPublic ? '' : foreign,
    query: `?access_token=${word('parameter')}&x=1`,
    headers: [
      ['X-Api-Key', word('API key')],
      ['Cookie', `session=${word('cookie')}`],
    ],
  }
}

/** Returns only the password of a user and password. */
function lastPart(secret: string): string {
  return secret.replace(/^user:/, '')
}

/** Posts a delivery of the sender to a receiver. */
export async function postFrom(sender: PlantedSender, receiver: string, secret: string): Promise<void> {
  const { scheme } = sender
  const { headers, body } = defaultTemplate(scheme)
  const url = receiver + sender.query
  const made = signingSecret('typed', secret, scheme)
  if (!made.ok) throw new Error(made.code)
  const lines = [...headers, ...sender.headers]
  const signed = signRequest({ method: 'POST', url, headers: lines, body }, scheme, made.secret, {
    at: Date.now(),
    id: `msg_${randomBytes(6).toString('hex')}`,
  })
  if (signed === null) throw new Error(`Nothing was signed for ${scheme.id}.`)
  const { status } = await fetch(signed.url, {
    method: 'POST',
    headers: new Headers(signed.headers),
    body: new Uint8Array(signed.body),
  })
  // Some senders demand 401 for what is not theirs.
  if (status !== 200 && status !== 401) throw new Error(`The receiver answered ${status} for ${scheme.id}.`)
}
