import { isUtf8 } from 'node:buffer'
import { readJson } from '../../../shared/basics/readJson.ts'
import { headerValues } from '../../../shared/headers.ts'
import { schemePresets } from '../../../shared/signature/schemePresets.ts'
import type { DigestScheme } from '../../../shared/signature/signatureScheme.ts'
import { signaturesIn } from '../../../shared/signature/signaturesIn.ts'
import { digestLength } from '../digestKinds.ts'
import { readSignature } from '../readSignature.ts'
import { signaturePointer } from '../keys/secretPlaces.ts'
import { keyBytes } from '../keys/verificationSecret.ts'
import { signatureAge } from '../verifySignature.ts'
import { isGzip } from './bodies/compressedVariants.ts'
import { trimmed } from './bodies/lineVariants.ts'
import { readDigest } from './digest/readDigest.ts'
import { bufferOf } from './text/messages.ts'
import { foundSecret, observation } from './finding.ts'
import type { ExplainInput, Finding, SearchInput } from './types.ts'

/** Lists observations, which need no recomputation, the weightiest first. */
export function observe(input: SearchInput): Finding[] {
  return [...observeBody(input), ...observeHeader(input), ...observeSecrets(input), ...observeAge(input)]
}

/** Observes a timestamp outside of the tolerance. The signature can still be right. */
export function observeAge({ request, scheme }: ExplainInput): Finding[] {
  const age = signatureAge(request, scheme)
  if (age === null || scheme.toleranceSeconds === null || Math.abs(age.ageSeconds) <= scheme.toleranceSeconds) return []
  const fields = {
    ageSeconds: Math.round(age.ageSeconds),
    scheme: scheme.label,
    allowedSeconds: scheme.toleranceSeconds,
  }
  return [observation({ code: 'timestamp-too-old', fields })]
}

/** Observes a body that is cut, compressed, or of another length than announced. */
export function observeBody({ request }: ExplainInput): Finding[] {
  const body = bufferOf(request.body)
  if (request.truncated) return [observation({ code: 'body-truncated', fields: { kept: body.length } })]
  const found: Finding[] = []
  const announced = request.contentLength
  if (announced !== null && announced !== body.length) found.push(lengthDiffers(body, announced))
  const text = body.length <= 1_000_000 && isUtf8(body) ? body.toString('utf8').trim() : ''
  if (/^[{[]/.test(text) && endsEarly(text)) {
    const characters = announced === body.length && /\P{ASCII}/u.test(text)
    found.push(observation({ code: 'body-ends-early', fields: { bytes: body.length } }))
    if (characters) found.push(observation({ code: 'cut-json-has-characters', fields: {} }))
  }
  const encoding = headerValues(request.headers, 'content-encoding')[0]
  if (isGzip(body)) found.push(observation({ code: 'body-is-gzip', fields: {} }))
  else if (encoding !== undefined && !/^\s*identity\s*$/i.test(encoding) && body.length > 0) {
    found.push(observation({ code: 'body-is-encoded', fields: { encoding: short(encoding) } }))
  }
  return found
}

function lengthDiffers(body: Buffer, announced: number): Finding {
  const fields = { announced, came: body.length }
  const characters = isUtf8(body) ? body.toString('utf8').length : null
  if (characters === announced) return observation({ code: 'content-length-is-characters', fields })
  return observation({
    code: announced > body.length ? 'body-shorter-than-announced' : 'body-longer-than-announced',
    fields,
  })
}

/** Whether a text is a proper prefix of valid JSON. */
function endsEarly(text: string): boolean {
  return readJson(text, 0, ignored)?.what === 'ended'
}

const ignored = { open: () => {}, close: () => {}, name: () => {}, value: () => {} }

function observeHeader(input: SearchInput): Finding[] {
  const { request, scheme, target } = input
  const values = headerValues(request.headers, scheme.header)
  const [value] = values
  if (value === undefined) return readSignature(request, scheme).kind === 'absent' ? absentHeader(input) : []
  if (target.direction === 'receiver') return []
  if (values.length > 1)
    return [observation({ code: 'header-came-twice', fields: { header: scheme.header, times: values.length } })]
  if (value.trim() === '') return [observation({ code: 'digest-empty', fields: { header: scheme.header } })]
  const signatures = signaturesIn(value, scheme.form)
  const read = readSignature(request, scheme)
  const several =
    signatures.length > 1
      ? [
          observation({
            code: 'header-several-signatures',
            fields: { header: scheme.header, count: signatures.length },
          }),
        ]
      : []
  if (read.kind !== 'malformed') return several
  // The digest is well-formed, so a value that is signed along with the body is missing.
  const whole = signatures.some((text) => isPlainDigest(text, scheme))
  if (whole) return [observation({ code: 'signed-value-missing', fields: { why: read.why } }), ...several]
  const code = /^[\w+/=.,:; -]{16,}$/.test(value) ? 'digest-wrong-length' : 'digest-unreadable'
  return [observation({ code, fields: { why: read.why, ...seenInstead(signatures, value) } }), ...several]
}

/** Observes a missing signature or secret. */
export function observeMissing(input: ExplainInput): Finding[] {
  const { request, scheme, secrets } = input
  const isThere = readSignature(request, scheme).kind !== 'absent'
  return [
    ...(isThere ? [] : absentHeader(input)),
    ...(secrets.length === 0 ? [observation({ code: 'no-secret', fields: {} })] : []),
  ]
}

/** Observes a missing header, and headers of other senders in its place. Where several senders share one, the first is named. */
function absentHeader({ request, scheme }: ExplainInput): Finding[] {
  const foreign = new Map<string, Finding>()
  for (const { header, label } of schemePresets) {
    const name = header.toLowerCase()
    if (name === '' || name === 'authorization' || name === scheme.header.toLowerCase() || foreign.has(name)) continue
    if (headerValues(request.headers, header).length > 0) {
      foreign.set(name, observation({ code: 'header-other-scheme', fields: { header, scheme: label } }))
    }
  }
  const pointer = signaturePointer(scheme)
  const absent =
    pointer === null
      ? { code: 'header-absent' as const, fields: { header: scheme.header } }
      : { code: 'body-field-absent' as const, fields: { pointer } }
  return [...foreign.values(), observation(absent)]
}

/** Describes a value that is not a digest. Upper-case hex is named, because its length looks right. */
function seenInstead(
  signatures: readonly string[],
  value: string,
): { seen: 'upper-case-hex' | 'spaces' | 'value' | 'signature'; length: number } {
  const text = signatures[0] ?? value
  const { length } = text
  if (/^[0-9A-Fa-f]+$/.test(text) && text !== text.toLowerCase()) return { seen: 'upper-case-hex', length }
  if (text.includes(' ')) return { seen: 'spaces', length }
  return { seen: signatures.length === 0 ? 'value' : 'signature', length }
}

function isPlainDigest(text: string, { algorithm, encoding }: DigestScheme): boolean {
  for (const { bytes, changes } of readDigest(text.slice(0, 1_000), encoding)) {
    if (changes.length === 0 && bytes.length === digestLength[algorithm]) return true
  }
  return false
}

function observeSecrets({ secrets, scheme }: SearchInput): Finding[] {
  if (secrets.length === 0) return [observation({ code: 'no-secret', fields: {} })]
  // A secret of another environment is named only in a proof.
  const own = secrets.filter(({ standing }) => standing !== 'other')
  return own.flatMap((secret) => {
    const bytes = bufferOf(secret.bytes)
    const ends = trimmed(bytes).length !== bytes.length || /^(["'`]).*\1$/s.test(bytes.toString('latin1'))
    return [
      ...(ends
        ? [observation({ code: 'secret-suspicious-ends', fields: { secret: foundSecret(secret) } }, secret)]
        : []),
      ...(keyBytes(bytes, scheme.key) === null
        ? [
            observation(
              { code: 'secret-unusable', fields: { secret: foundSecret(secret), decode: scheme.key.decode } },
              secret,
            ),
          ]
        : []),
    ]
  })
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text
}
