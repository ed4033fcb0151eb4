/**
 * Finds credentials in a request by their names, and replaces them where the request leaves the app. The only place that
 * decides this: copies, files, stored attempts and the presentation's masks all use it. Pure.
 */
import type { HeaderLine } from './model.ts'

/** Replaces a credential. */
export const redacted = '[redacted]'

/** Name segments that mark the value as a credential. */
const secretSegments = new Set(
  (
    'token tokens secret secrets password passwords passwd passphrase passcode pwd jwt authorization auth ' +
    'authentication session sessionid sessid cookie cookies credential credentials bearer otp csrf xsrf assertion verifier'
  ).split(' '),
)
/** Segments before "key" that make it a credential; an idempotency key, for example, gives no access. */
const openingKeys = new Set(
  (
    'api access auth private secret subscription master admin function functions account app application client customer ' +
    'server service shared storage license encryption webhook hook integration user signing write read security'
  ).split(' '),
)
/** Names without separators between their segments, such as `PHPSESSID` and `accesstoken`. */
const gluedSecret = /(?:token|secret|password|passwd|passphrase|api-?key|sessionid|sessid|cookie|jwt|subscriptionkey)$/
/** Segments of a signature's name. A signature is valid for one request only, so it is not a credential. */
const signatureSegment = /^(?:sig|sign|signatures?|hmac|digest|mac|checksum)$|(?:signature|hmac)$/
/** Last segments that name a signing secret instead of a signature. */
const signingSegment = /^(?:token|secret|password|passphrase|key)$/
/** Last segments that describe a credential without being one: its type, its expiry, their number. */
const descriptions = new Set(
  (
    'type types kind expires expiry expiration ttl age length count limit remaining reset used usage status state timeout ' +
    'version policy scope scopes algorithm alg results info name url uri at hint method mode required enabled fingerprint'
  ).split(' '),
)
/** Tokens that mark a position in a list or an attempt, such as a page token. */
const places = /(?:^|-)(?:page|next|prev|previous|continuation|sync|cursor|idempotency|skip|start|ancestor)-?tokens?$/
/** Headers for CORS, rate limits and authentication challenges: none carries a credential. */
const openNames = /^(?:access-control-|(?:www|proxy)-authenticate$)|(?:^|-)rate-?limit-/

/** Cheap first test, because every field of a body is checked: each credential's name has one of these. */
const mayNameCredential =
  /token|secret|pass|pwd|jwt|auth|sess|cookie|credential|bearer|otp|csrf|xsrf|assertion|verifier|key/i

/** Placeholder values that some clients send instead of a token, as in `X-Atlassian-Token: no-check`. */
const openValues = /^(?:no-?check|fetch|required)$/i

/** Maximum length of a name, characters. A longer name is judged by its beginning and its end. */
const maxName = 512

/** Returns a name's segments in lower case: "api" and "key" for `X-Api-Key`, `apiKey` and `api_key[0]`. Pure. */
function segmentsOf(name: string): string[] {
  return (name.length > maxName ? `${name.slice(0, maxName / 2)}-${name.slice(-maxName / 2)}` : name)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1-')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((segment) => segment !== '' && segment !== 'x')
}

/** Whether the value of a header, parameter or field is a credential, by its name. Signatures are not. Pure. */
export function namesCredential(name: string): boolean {
  if (!mayNameCredential.test(name)) return false
  const segments = segmentsOf(name)
  const joined = segments.join('-')
  const last = segments.at(-1) ?? ''
  if (openNames.test(joined) || places.test(joined) || descriptions.has(last) || isSignature(segments)) return false
  if (segments.some((segment) => secretSegments.has(segment) || gluedSecret.test(segment)) || last === 'pass')
    return true
  return last === 'key' && (segments.length === 1 || openingKeys.has(segments.at(-2) ?? ''))
}

function isSignature(segments: readonly string[]): boolean {
  return segments.some((segment) => signatureSegment.test(segment)) && !signingSegment.test(segments.at(-1) ?? '')
}

/** Whether a header's value is a signature or a hash of the request, by its name. Pure. */
export function namesSignature(name: string): boolean {
  return isSignature(segmentsOf(name)) || /^(?:etag|.*(?:-md5|-sha\d*|sha\d+)|.*crc\d+\w?)$/i.test(name)
}

/** Presigned URLs, such as S3's: their signature is the credential. */
const presigned = /[?&](?:x-(?:amz|goog)-(?:expires|credential)|expires|se)=/i

function parameterNamesCredential(name: string, isPresigned: boolean): boolean {
  const plain = name.replaceAll('+', ' ')
  // A `code` is an OAuth authorization code or the key of an Azure function.
  return namesCredential(plain) || /^code$/i.test(plain) || (isPresigned && isSignature(segmentsOf(plain)))
}

/** A text without credentials, and the names of those that were replaced, each once. */
export interface CleanText {
  text: string
  names: string[]
}

/**
 * Replaces credentials in an address, or in the addresses of a text: parameter values, and user and password before the
 * host. Everything else stays unchanged. Pure.
 */
export function addressWithoutCredentials(address: string): CleanText {
  const names: string[] = []
  // Fast path: no parameter and no password.
  if (!address.includes('=') && !address.includes('@')) return { text: address, names }
  const isPresigned = presigned.test(address)
  const text = address
    .replace(/(\/\/)[^\s/?#@:"'<>]*:[^\s/?#@"'<>]*@/g, (_found, slashes: string) => {
      names.push('user:password')
      return `${slashes}${redacted}@`
    })
    .replace(/([?&;#])([^\s=&;#"'<>?]{1,200})=([^\s&#"'<>]*)/g, (found, sign: string, name: string, value: string) => {
      const plain = decoded(name)
      if (value === '' || !parameterNamesCredential(plain, isPresigned)) return found
      names.push(plain)
      return `${sign}${name}=${redacted}`
    })
  return { text, names: [...new Set(names)] }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Header lines without credentials. */
export interface CleanLines {
  lines: HeaderLine[]
  /** Headers whose value was replaced, each once. */
  names: string[]
}

/**
 * Replaces all credentials in header lines: values of headers named like one, values that begin with `Bearer` or `Basic`,
 * and parameters in addresses. Pure.
 * @param also more headers that carry a credential, such as the one whose token proves a delivery
 */
export function withoutCredentials(lines: readonly HeaderLine[], also: readonly string[] = []): CleanLines {
  const known = new Set(also.map((name) => name.toLowerCase()))
  const names = new Set<string>()
  const clean = lines.map(([name, value]): HeaderLine => {
    const isCredential =
      known.has(name.toLowerCase()) ||
      (namesCredential(name) && !openValues.test(value)) ||
      /^(?:Bearer|Basic)\s+\S/i.test(value)
    const text = isCredential ? redacted : isSignature(segmentsOf(name)) ? value : addressWithoutCredentials(value).text
    if (text !== value || isCredential) names.add(name)
    return [name, text]
  })
  return { lines: clean, names: [...names] }
}

/** The header that proves a delivery, and whether it carries the secret itself. */
export interface RequestProof {
  /** Empty when the proof is in the body. */
  header: string
  carriesSecret: boolean
}

/** The shareable part of a request, and the names of what was replaced in it. */
export interface CleanRequest {
  target: string
  lines: HeaderLine[]
  /** Names of the headers and of the parameters whose values were replaced. */
  headers: string[]
  parameters: string[]
  /** The header that proves the delivery, if its value was replaced; null otherwise. */
  proof: string | null
}

/** Replaces the credentials in a request's headers and address. Pure. */
export function requestWithoutCredentials({
  target,
  headers,
  signature,
}: {
  target: string
  headers: readonly HeaderLine[]
  signature?: RequestProof
}): CleanRequest {
  const header = signature?.header ?? ''
  const clean = withoutCredentials(headers, signature?.carriesSecret === true && header !== '' ? [header] : [])
  const address = addressWithoutCredentials(target)
  const left = clean.names.find((name) => header !== '' && name.toLowerCase() === header.toLowerCase())
  return {
    target: address.text,
    lines: clean.lines,
    headers: clean.names,
    parameters: address.names,
    proof: left ?? null,
  }
}
