import { constants, createHash, createHmac, verify } from 'node:crypto'
import { headerValues } from '../../shared/headers.ts'
import type {
  HttpSignatureAlgorithm,
  HttpSignatureScheme,
  SignatureAlgorithm,
} from '../../shared/signature/signatureScheme.ts'
import { isHere } from './hashes.ts'
import { neverThrows } from './publicKeyKinds.ts'
import { sameBytes } from './sameBytes.ts'
import type { SignatureKind } from './signatureKind.ts'
import type { SignedRequest } from './signedRequest.ts'
import type { VerificationSecret } from './keys/verificationSecret.ts'

/**
 * HTTP message signatures (RFC 9421). The header Signature has `label=:base64:` for each signature, and Signature-Input says under the
 * same label what is signed. The body counts only through a covered Content-Digest, which is then computed again.
 */
export const httpSignatureKind: SignatureKind<HttpSignatureScheme> = {
  malformedReason: (text) =>
    readEntries(text, null).length > 0 ? null : { code: 'signature-input-unreadable', fields: {} },
  hash: ({ algorithm }) => hashOf[algorithm],
  checker({ request, scheme, secret, values }) {
    const isRight = checkerOf(scheme.algorithm, secret)
    if (isRight === null) return null
    return (text) =>
      readEntries(text, request).some(({ signature, input }) => {
        if (input === null) return false
        const base = signatureBase(input, request, values.url)
        return base !== null && isRight(Buffer.from(base, 'utf8'), signature) && digestHolds(input, request)
      })
  },
  moment(text, request, at) {
    const [first] = readEntries(text, request)
    const parameter = (name: string) => {
      const seconds = /* linear: at most 12 digits */ new RegExp(`;${name}=(\\d{1,12})(?![\\d.])`).exec(
        first?.input?.written ?? '',
      )?.[1]
      return seconds === undefined ? null : Number(seconds) * 1000
    }
    const [signedAt, expires] = [parameter('created'), parameter('expires')]
    return signedAt === null ? null : { signedAt, expired: expires !== null && at > expires }
  },
  coversBody(text, request, isRight) {
    const covers = ({ input }: Entry) => input?.components.some(({ name }) => name === 'content-digest') === true
    const entries = readEntries(text, request)
    if (isRight === null) return entries.length > 0 && entries.every(covers)
    return entries.some((entry) => covers(entry) && isRight(entry.text))
  },
}

const hashOf: Readonly<Record<HttpSignatureAlgorithm, SignatureAlgorithm | null>> = {
  'hmac-sha256': 'sha256',
  ed25519: null,
  'ecdsa-p256-sha256': 'sha256',
  'ecdsa-p384-sha384': 'sha384',
  'rsa-v1_5-sha256': 'sha256',
  'rsa-pss-sha512': 'sha512',
}

type IsRight = (base: Buffer, signature: Buffer) => boolean

/** Says of a signature base and a signature whether this secret proves them; null when it does not fit the algorithm. */
export function checkerOf(algorithm: HttpSignatureAlgorithm, { key, publicKeys }: VerificationSecret): IsRight | null {
  const hash = hashOf[algorithm]
  if (hash !== null && !isHere(hash)) return null
  if (algorithm === 'hmac-sha256') {
    if (key === null || publicKeys.length > 0 || key.export().length === 0) return null
    return (base, signature) => sameBytes(createHmac('sha256', key).update(base).digest(), signature)
  }
  const fitting = publicKeys.filter(({ type, size }) =>
    algorithm === 'ed25519'
      ? type === 'ed25519'
      : algorithm.startsWith('ecdsa')
        ? size === (algorithm === 'ecdsa-p256-sha256' ? 'P-256' : 'P-384')
        : type === 'rsa',
  )
  if (fitting.length === 0) return null
  const options =
    algorithm === 'rsa-pss-sha512'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : algorithm === 'rsa-v1_5-sha256'
        ? { padding: constants.RSA_PKCS1_PADDING }
        : algorithm === 'ed25519'
          ? {}
          : { dsaEncoding: 'ieee-p1363' as const }
  return (base, signature) =>
    fitting.some((publicKey) => neverThrows(() => verify(hash, base, { key: publicKey.key, ...options }, signature)))
}

interface Component {
  name: string
  /** The parameter of `@query-param`, or null. */
  parameter: string | null
  /** As it is in the list, with parameters: this is what the signature base repeats. */
  written: string
}

/** The components that a signature covers. */
export interface SignatureInput {
  components: Component[]
  /** The list with its parameters, as it came. */
  written: string
}

/** One signature of the header. */
export interface Entry {
  label: string
  /** With its label, as it came. */
  text: string
  signature: Buffer
  input: SignatureInput | null
}

const longestInput = 8_192
const maxEntries = 20

/** Every signature of the header, with what its input says; inputs are not looked for without a request. */
export function readEntries(text: string, request: SignedRequest | null): Entry[] {
  if (text.length > longestInput) return []
  const inputs = request === null ? '' : headerValues(request.headers, 'signature-input').join(', ')
  return [...text.matchAll(/(?:^|,)\s*([a-z*][a-z0-9_.*-]{0,63})=:([A-Za-z0-9+/]{1,4096}={0,2}):/g)]
    .slice(0, maxEntries)
    .map(([, label = '', base64 = '']) => ({
      label,
      text: `${label}=:${base64}:`,
      signature: Buffer.from(base64, 'base64'),
      input: inputs.length > longestInput ? null : inputOf(label, inputs),
    }))
}

/** The input of a label: a list in brackets and its parameters, up to the next entry. Texts may hold any character but a quote. */
function inputOf(label: string, inputs: string): SignatureInput | null {
  const start = /* linear: only spaces repeat, after a comma */ new RegExp(
    `(?:^|,)\\s*${label.replaceAll(/[.*]/g, '\\$&')}=(?=\\()`,
  ).exec(inputs)
  if (start === null) return null
  const from = start.index + start[0].length
  const written =
    /^\((?:"[^"\\]*"(?:;[a-z]+(?:="[^"\\]*")?)*|\s)*\)(?:;[a-z][a-z0-9_-]*(?:=(?:"[^"\\]*"|[^,;"\s]+))?)*/.exec(
      inputs.slice(from),
    )?.[0]
  return written === undefined ? null : readInput(written)
}

/** A list of components with its parameters, as it is written. Pure. */
export function readInput(written: string): SignatureInput {
  const list = written.slice(1, closing(written))
  const components = [...list.matchAll(/"([^"\\]*)"((?:;[a-z]+(?:="[^"\\]*")?)*)/g)].map(
    ([whole, name = '', parameters = '']): Component => ({
      name: name.toLowerCase(),
      parameter: /^;name="([^"]*)"$/.exec(parameters)?.[1] ?? (parameters === '' ? null : ''),
      written: whole,
    }),
  )
  return { components, written }
}

/** Where the list's bracket closes: brackets inside of texts do not count. */
function closing(written: string): number {
  let inText = false
  for (let at = 0; at < written.length; at++) {
    if (written[at] === '"') inText = !inText
    else if (written[at] === ')' && !inText) return at
  }
  return written.length
}

/** The text that is signed, or null when a component is not there or not one that we can make. */
export function signatureBase(input: SignatureInput, request: SignedRequest, url: string): string | null {
  const lines: string[] = []
  const seen = new Set<string>()
  for (const component of input.components) {
    const value = componentValue(component, request, url)
    if (value === null || seen.has(component.written)) return null
    seen.add(component.written)
    lines.push(`${component.written}: ${value}`)
  }
  return [...lines, `"@signature-params": ${input.written}`].join('\n')
}

function componentValue({ name, parameter }: Component, request: SignedRequest, url: string): string | null {
  if (name === '@query-param') return parameter === null ? null : queryParameter(url, parameter)
  if (parameter !== null) return null
  if (!name.startsWith('@')) {
    const values = headerValues(request.headers, name)
    return values.length === 0 ? null : values.map((value) => value.trim()).join(', ')
  }
  if (name === '@method') return request.method
  const parsed = URL.parse(url)
  if (parsed === null) return null
  switch (name) {
    case '@target-uri':
      return url
    case '@authority':
      return parsed.host
    case '@scheme':
      return parsed.protocol.slice(0, -1)
    case '@path':
      return parsed.pathname
    case '@query':
      return parsed.search === '' ? '?' : parsed.search
    case '@request-target':
      return parsed.pathname + parsed.search
    default:
      return null
  }
}

function queryParameter(url: string, name: string): string | null {
  const values = URL.parse(url)?.searchParams.getAll(name) ?? []
  const [value] = values
  return values.length === 1 && value !== undefined ? encodeURIComponent(value) : null
}

/** Whether a covered Content-Digest (RFC 9530) is the body's; true where none is covered. */
function digestHolds({ components }: SignatureInput, request: SignedRequest): boolean {
  return !components.some(({ name }) => name === 'content-digest') || contentDigestHolds(request)
}

/** Whether the header Content-Digest has a SHA-256 or SHA-512 of the body, and all that it has of these are right. */
export function contentDigestHolds({ headers, body }: Pick<SignedRequest, 'headers' | 'body'>): boolean {
  const value = headerValues(headers, 'content-digest').join(', ')
  if (value.length > longestInput) return false
  const digests = [...value.matchAll(/(?:^|,)\s*(sha-256|sha-512)=:([A-Za-z0-9+/=]{1,200}):/g)]
  return (
    digests.length > 0 &&
    digests.every(([, name = '', base64 = '']) =>
      sameBytes(createHash(name.replace('-', '')).update(body).digest(), Buffer.from(base64, 'base64')),
    )
  )
}
