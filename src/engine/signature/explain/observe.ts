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
import { named, observation, secretPhrase } from './sentences.ts'
import type { ExplainInput, Finding } from './types.ts'

/** What can be seen without a proof, the weightiest first. */
export function observe(input: ExplainInput): Finding[] {
  return [...observeBody(input), ...observeHeader(input), ...observeSecrets(input), ...observeAge(input)]
}

/** Only whether the signature is too old, which says nothing about whether it is right. */
export function observeAge({ request, scheme }: ExplainInput): Finding[] {
  const age = signatureAge(request, scheme)
  if (age === null || !age.tooOld) return []
  const seconds = Math.round(Math.abs(age.ageSeconds))
  const when = age.ageSeconds < 0 ? `${seconds} s in the future` : `${seconds} s old`
  return [
    observation(
      'timestamp-too-old',
      `The signature's timestamp was ${when} when the delivery came; ${scheme.label} allows ${scheme.toleranceSeconds} s.`,
    ),
  ]
}

function observeBody({ request }: ExplainInput): Finding[] {
  const body = bufferOf(request.body)
  if (request.truncated)
    return [
      observation(
        'body-truncated',
        `Only the first ${body.length} bytes of the body were kept, so it cannot be checked.`,
      ),
    ]
  const found: Finding[] = []
  const announced = request.contentLength
  if (announced !== null && announced !== body.length) found.push(lengthDiffers(body, announced))
  const text = body.length <= 1_000_000 && isUtf8(body) ? body.toString('utf8').trim() : ''
  if (/^[{[]/.test(text) && endsEarly(text)) {
    const characters = announced === body.length && /\P{ASCII}/u.test(text)
    found.push(
      observation('body-ends-early', `The body begins as JSON and stops in the middle, after ${body.length} bytes.`),
    )
    if (characters)
      found.push(
        observation(
          'content-length-characters',
          'The cut JSON has letters beyond ASCII and is as long as Content-Length says: it probably counted characters, not bytes.',
        ),
      )
  }
  const encoding = headerValues(request.headers, 'content-encoding')[0]
  if (isGzip(body))
    found.push(
      observation('body-is-compressed', 'The body is compressed by gzip: its bytes are not the text that it contains.'),
    )
  else if (encoding !== undefined && !/^\s*identity\s*$/i.test(encoding) && body.length > 0) {
    found.push(
      observation(
        'body-is-compressed',
        `The header Content-Encoding says ${short(encoding)}: signed were either the compressed or the plain bytes.`,
      ),
    )
  }
  return found
}

function lengthDiffers(body: Buffer, announced: number): Finding {
  const characters = isUtf8(body) ? body.toString('utf8').length : null
  if (characters === announced)
    return observation(
      'content-length-characters',
      `Content-Length is ${announced}, which is the number of characters; the body has ${body.length} bytes.`,
    )
  return announced > body.length
    ? observation(
        'body-shorter-than-announced',
        `Content-Length announces ${announced} bytes, but only ${body.length} came.`,
      )
    : observation(
        'body-longer-than-announced',
        `Content-Length announces ${announced} bytes, but the body has ${body.length}.`,
      )
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
    const absent = observation('header-absent', `The request has no header ${scheme.header}.`)
    return [
      ...foreign.map((preset) =>
        observation('header-other-scheme', `The header ${preset.header} is there: this looks like ${preset.label}.`),
      ),
      absent,
    ]
  }
  if (target.direction === 'receiver') return []
  if (values.length > 1)
    return [observation('header-came-twice', `The header ${scheme.header} came ${values.length} times.`)]
  if (value.trim() === '') return [observation('digest-empty', `The header ${scheme.header} is empty.`)]
  const signatures = signaturesIn(value, scheme.form)
  const read = readSignature(request, scheme)
  const several =
    signatures.length > 1
      ? [observation('header-several-signatures', `The header ${scheme.header} has ${signatures.length} signatures.`)]
      : []
  if (read.kind !== 'malformed') return several
  // The digest itself is as it should be: then what is signed along with the body is missing.
  const whole = signatures.some((text) => isPlainDigest(text, scheme))
  const cause = whole
    ? 'signed-value-missing'
    : /^[\w+/=.,:; -]{16,}$/.test(value)
      ? 'digest-wrong-length'
      : 'digest-unreadable'
  return [observation(cause, whole ? read.reason : `${read.reason} ${seenInstead(signatures, value)}`), ...several]
}

/** What is there in place of a digest of the scheme: its length alone says nothing where only letters differ. */
function seenInstead(signatures: readonly string[], value: string): string {
  const text = signatures[0] ?? value
  if (/^[0-9A-Fa-f]+$/.test(text) && text !== text.toLowerCase())
    return `These are ${text.length} characters of upper-case hex.`
  if (text.includes(' ')) return `These are ${text.length} characters with spaces among them, which no encoding has.`
  return signatures.length === 0
    ? `The header's value has ${text.length} characters.`
    : `It has ${text.length} characters.`
}

function isPlainDigest(text: string, { algorithm, encoding }: SignatureScheme): boolean {
  for (const { bytes, changes } of readDigest(text.slice(0, 1_000), encoding)) {
    if (changes.length === 0 && bytes.length === digestLength[algorithm]) return true
  }
  return false
}

function observeSecrets({ secrets, scheme }: ExplainInput): Finding[] {
  if (secrets.length === 0) return [observation('no-secret', 'There is no secret to check against.')]
  return secrets.flatMap((secret) => {
    const bytes = bufferOf(secret.bytes)
    const ends = trimmed(bytes).length !== bytes.length || /^(["'`]).*\1$/s.test(bytes.toString('latin1'))
    const about = (finding: Finding) => ({ ...finding, secret: named(secret) })
    return [
      ...(ends
        ? [
            about(
              observation(
                'secret-suspicious-ends',
                `${capital(secretPhrase(secret))} has white space or quotes at its ends.`,
              ),
            ),
          ]
        : []),
      ...(keyBytes(bytes, scheme.key) === null
        ? [
            about(
              observation(
                'secret-unusable',
                `${capital(secretPhrase(secret))} is not ${scheme.key.decode}, so the scheme cannot make a key of it.`,
              ),
            ),
          ]
        : []),
    ]
  })
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
