import { isUtf8 } from 'node:buffer'
import { headerValues } from '../../../shared/headers.ts'
import { schemePresets } from '../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import { signaturesIn } from '../../../shared/signature/signaturesIn.ts'
import { digestLength, readSignature } from '../readSignature.ts'
import { keyBytes } from '../verificationSecret.ts'
import { signatureAge } from '../verifySignature.ts'
import { isGzip } from './bodies/compressedVariants.ts'
import { trimmed } from './bodies/lineVariants.ts'
import { readDigest } from './digest/readDigest.ts'
import { bufferOf } from './messages.ts'
import { foundSecret, observation } from './finding.ts'
import type { ExplainInput, Finding } from './types.ts'

/** What can be seen without a proof, the weightiest first. */
export function observe(input: ExplainInput): Finding[] {
  return [...observeBody(input), ...observeHeader(input), ...observeSecrets(input), ...observeAge(input)]
}

/** Only whether the signature is too old, which says nothing about whether it is right. */
export function observeAge({ request, scheme }: ExplainInput): Finding[] {
  const age = signatureAge(request, scheme)
  if (age === null || !age.tooOld) return []
  const fields = {
    ageSeconds: Math.round(age.ageSeconds),
    scheme: scheme.label,
    allowedSeconds: scheme.toleranceSeconds ?? 0,
  }
  return [observation({ code: 'timestamp-too-old', fields })]
}

function observeBody({ request }: ExplainInput): Finding[] {
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

/** Whether brackets or a string are still open at the end. */
function endsEarly(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 92) at++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) depth--
  }
  return inString || depth > 0
}

function observeHeader({ request, scheme, target }: ExplainInput): Finding[] {
  const values = headerValues(request.headers, scheme.header)
  const [value] = values
  if (value === undefined) {
    const foreign = schemePresets.filter(
      (preset) =>
        preset.header.toLowerCase() !== scheme.header.toLowerCase() &&
        headerValues(request.headers, preset.header).length > 0,
    )
    const absent = observation({ code: 'header-absent', fields: { header: scheme.header } })
    return [
      ...foreign.map(({ header, label }) =>
        observation({ code: 'header-other-scheme', fields: { header, scheme: label } }),
      ),
      absent,
    ]
  }
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
  // The digest itself is as it should be: then what is signed along with the body is missing.
  const whole = signatures.some((text) => isPlainDigest(text, scheme))
  if (whole) return [observation({ code: 'signed-value-missing', fields: { why: read.why } }), ...several]
  const code = /^[\w+/=.,:; -]{16,}$/.test(value) ? 'digest-wrong-length' : 'digest-unreadable'
  return [observation({ code, fields: { why: read.why, ...seenInstead(signatures, value) } }), ...several]
}

/** What is there in place of a digest of the scheme: its length alone says nothing where only letters differ. */
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

function isPlainDigest(text: string, { algorithm, encoding }: SignatureScheme): boolean {
  for (const { bytes, changes } of readDigest(text.slice(0, 1_000), encoding)) {
    if (changes.length === 0 && bytes.length === digestLength[algorithm]) return true
  }
  return false
}

function observeSecrets({ secrets, scheme }: ExplainInput): Finding[] {
  if (secrets.length === 0) return [observation({ code: 'no-secret', fields: {} })]
  return secrets.flatMap((secret) => {
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
