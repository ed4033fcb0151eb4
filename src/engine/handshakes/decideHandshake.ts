import { createHash, createHmac } from 'node:crypto'
import type { HandshakeCheck, HandshakeReason } from '../../shared/codes/handshakes.ts'
import { type CapturedRequest, type DeliveryHandshake, isVerified, type Verdict } from '../../shared/model.ts'
import { confirmationUrl, type Handshake } from '../../shared/signature/handshake.ts'
import { sameSecret } from '../signature/sameBytes.ts'
import type { VerificationSecret } from '../signature/keys/verificationSecret.ts'
import { RequestSpots } from './spots.ts'

/** The parts of the environment that an answer needs. */
export interface HandshakeFacts {
  /** Active ones, in order; the first that the request is decides. */
  on: readonly Handshake[]
  verifyToken: string | null
  /** The setting that the scheme needs in addition to the secret, such as Braintree's public key; null where it has no such thing. */
  setting: { label: string; value: string } | null
  /** Newest first. */
  secrets: readonly VerificationSecret[]
}

export interface HandshakeInput extends HandshakeFacts {
  request: CapturedRequest
  verdict: Verdict
  /** The address that the sender uses, or null; asked only where the answer needs it. */
  url(): string | null
  /** Whether one more may be answered that signs something or brings a secret, as `perMinute` allows; counts it. */
  mayAnswer(): boolean
}

export interface HandshakeDecision {
  record: DeliveryHandshake
  /** Null for the ordinary answer. */
  answer: { status: number; headers: Record<string, string>; body: string } | null
  /** The new secret that it brought. */
  secret: string | null
}

/** Handshakes of an environment that are answered within a minute where the answer signs something or a secret is kept. */
export const perMinute = 30

/** In place of a secret in what is kept of an answer. */
const hidden = '(the secret)'

/**
 * Whether a request is a handshake that is switched on, and what to answer. Null: it is none, or is not whole. A request that is almost
 * one is recorded with the reason, and gets the ordinary answer. Pure but for `mayAnswer`; never throws.
 */
export function decideHandshake(input: HandshakeInput): HandshakeDecision | null {
  const { on, request } = input
  if (on.length === 0 || request.truncated) return null
  const spots = new RequestSpots(request)
  const found = on.find((handshake) => isOf(handshake, request.method, spots))
  if (found !== undefined) return decide(found, spots, input)
  const strict = on.find(({ onlyProven, method }) => onlyProven === true && method === request.method)
  return strict === undefined || isVerified(input.verdict) ? null : unproven(strict, input.verdict)
}

function isOf({ method, when }: Handshake, used: string, spots: RequestSpots): boolean {
  if (method !== used) return false
  return when.every(({ is, missing, ...spot }) => {
    const found = spots.at(spot)
    if (missing === true) return found.length === 0
    // One of two that differ is still this handshake: that it came twice is then the reason why it is not answered.
    return is === undefined ? found.length > 0 : found.includes(is)
  })
}

function decide(handshake: Handshake, spots: RequestSpots, input: HandshakeInput): HandshakeDecision {
  const { name } = handshake
  const checked: HandshakeCheck[] = []
  const refused = (why: HandshakeReason): HandshakeDecision => ({
    record: { name, outcome: 'refused', checked, why, answer: null },
    answer: null,
    secret: null,
  })
  const repeated = handshake.when.find(({ missing, ...spot }) => missing !== true && spots.at(spot).length > 1)
  if (repeated !== undefined) return refused({ code: 'challenge-repeated', fields: { name: repeated.name } })

  if (handshake.onlyProven === true && !isVerified(input.verdict)) return unproven(handshake, input.verdict)
  const signature = signatureCheck(input.verdict)
  if (signature === null) return refused({ code: 'handshake-not-signed-right', fields: { verdict: input.verdict } })
  // A GET needs no signature.
  if (handshake.method === 'POST') checked.push(signature)

  const values = new Map<string, string>()
  for (const [key, value] of Object.entries(handshake.values)) {
    const read = spots.read(value)
    if ('why' in read) return refused(read.why)
    if (read.text !== null) values.set(key, read.text)
  }
  if (values.size > 0) checked.push('challenge-form')

  const token = verifyTokenProblem(handshake, spots, input.verifyToken)
  if (token !== null) return refused(token)
  if (handshake.verifyToken !== undefined) checked.push('verify-token')

  if (handshake.confirms !== undefined) return toConfirm(handshake, handshake.confirms, spots, checked)
  const { setting } = input
  const usesSetting = handshake.answer?.text?.includes('{setting}') === true
  if (usesSetting && (setting === null || setting.value === '')) {
    return refused({ code: 'handshake-needs-setting', fields: { label: setting?.label ?? '' } })
  }
  if (usesSetting && setting !== null) values.set('setting', setting.value)

  const limited = handshake.signs !== undefined || handshake.brings !== undefined
  if (limited && !input.mayAnswer()) return refused({ code: 'too-many-handshakes', fields: { perMinute } })
  const signed = signedValue(handshake, values, input)
  if (typeof signed === 'object') return refused(signed)
  values.set('signed', signed)
  return answered(handshake, values, checked)
}

/** The check that the answer to a handshake records; null where the verdict forbids an answer. */
function signatureCheck(verdict: Verdict): HandshakeCheck | null {
  if (isVerified(verdict)) return 'signature-right'
  if (verdict === 'invalid' || verdict === 'malformed') return null
  return verdict === 'unsigned' ? 'not-signed' : 'no-key-to-check'
}

function unproven({ name }: Handshake, verdict: Verdict): HandshakeDecision {
  const why: HandshakeReason = { code: 'handshake-not-signed-right', fields: { verdict } }
  return {
    record: { name, outcome: 'refused', checked: [], why, answer: { headers: [], body: '' } },
    answer: { status: 401, headers: {}, body: '' },
    secret: null,
  }
}

function verifyTokenProblem(
  handshake: Handshake,
  spots: RequestSpots,
  expected: string | null,
): HandshakeReason | null {
  const spot = handshake.verifyToken
  if (spot === undefined) return null
  if (expected === null) return { code: 'verify-token-not-set', fields: {} }
  const given = spots.at(spot)
  if (given.length > 1) return { code: 'challenge-repeated', fields: { name: spot.name } }
  const isRight = sameSecret(Buffer.from(given[0] ?? ''), Buffer.from(expected))
  return isRight ? null : { code: 'verify-token-wrong', fields: {} }
}

function toConfirm(
  { name }: Handshake,
  pointer: string,
  spots: RequestSpots,
  checked: HandshakeCheck[],
): HandshakeDecision {
  const [text] = spots.at({ in: 'body', name: pointer })
  const url = text == null ? null : confirmationUrl(text)
  if (url === null) {
    const host = text != null && URL.canParse(text) ? new URL(text).host.slice(0, 80) : ''
    const why: HandshakeReason = { code: 'confirmation-host', fields: { host } }
    return { record: { name, outcome: 'refused', checked, why, answer: null }, answer: null, secret: null }
  }
  const record: DeliveryHandshake = {
    name,
    outcome: 'to-confirm',
    checked: [...checked, 'confirmation-host'],
    why: null,
    answer: null,
  }
  return { record, answer: null, secret: null }
}

/** The text of `{signed}`, empty where the answer has none, or why it cannot be made. */
function signedValue(
  { signs }: Handshake,
  values: ReadonlyMap<string, string>,
  { secrets, verifyToken, url }: HandshakeInput,
): string | HandshakeReason {
  if (signs === undefined) return ''
  const challenge = values.get('challenge') ?? ''
  if (signs.by === 'hmac') {
    const key = secrets[0]?.key ?? null
    if (key === null) return { code: 'handshake-needs-secret', fields: {} }
    return createHmac(signs.algorithm, key).update(challenge, 'utf8').digest(signs.encoding)
  }
  if (verifyToken === null) return { code: 'verify-token-not-set', fields: {} }
  const address = url()
  if (address === null) return { code: 'handshake-needs-url', fields: {} }
  return createHash(signs.algorithm).update(challenge).update(verifyToken).update(address).digest(signs.encoding)
}

function answered(
  handshake: Handshake,
  values: ReadonlyMap<string, string>,
  checked: HandshakeCheck[],
): HandshakeDecision {
  const { name, answer, brings } = handshake
  const secret = brings === undefined ? null : (values.get(brings) ?? null)
  const record = (headers: [string, string][], body: string): DeliveryHandshake => ({
    name,
    outcome: 'answered',
    checked,
    why: null,
    answer: { headers, body },
  })
  if (answer === null) return { record: record([], ''), answer: null, secret }
  const headers: Record<string, string> = {}
  if (answer.text !== undefined) headers['Content-Type'] = 'text/plain'
  if (answer.json !== undefined) headers['Content-Type'] = 'application/json'
  if (answer.text !== undefined || answer.json !== undefined) {
    headers['X-Content-Type-Options'] = 'nosniff'
    headers['Cache-Control'] = 'no-store'
  }
  for (const [header, template] of Object.entries(answer.headers ?? {})) {
    const text = filled(template, values)
    if (text !== null) headers[header] = text
  }
  const body = bodyOf(answer, values)
  const kept = Object.entries(headers).map(([header, text]): [string, string] => [
    header,
    secret === null ? text : text.replaceAll(secret, hidden),
  ])
  return { record: record(kept, body), answer: { status: answer.status, headers, body }, secret }
}

function bodyOf({ text, json }: NonNullable<Handshake['answer']>, values: ReadonlyMap<string, string>): string {
  if (text !== undefined) return filled(text, values) ?? ''
  if (json === undefined) return ''
  const fields = Object.entries(json).map(([name, field]) => [
    name,
    typeof field === 'number' ? field : filled(field, values),
  ])
  return JSON.stringify(Object.fromEntries(fields))
}

/** A template with its places filled in; null where a value is missing. Values are never read as templates. */
function filled(template: string, values: ReadonlyMap<string, string>): string | null {
  const pieces = template.split(/\{([a-z]+)\}/)
  const texts = pieces.map((piece, index) => (index % 2 === 0 ? piece : (values.get(piece) ?? null)))
  return texts.includes(null) ? null : texts.join('')
}
