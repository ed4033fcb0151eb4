/**
 * What gives access to an account, found by its name, and left out where a request leaves the app. One place decides:
 * copies, files, kept attempts and the presentation's masks all ask here. Pure.
 */
import type { HeaderLine } from './model.ts'

/** Replaces a credential. */
export const redacted = '[redacted]'

/** Segments of a name that say that its value is a credential. */
const secretSegments = new Set(
  (
    'token tokens secret secrets password passwords passwd passphrase passcode pwd jwt authorization auth ' +
    'authentication session sessionid sessid cookie cookies credential credentials bearer otp csrf xsrf assertion verifier'
  ).split(' '),
)
/** A key is a credential where the segment before it says that it opens something: an idempotency key opens nothing. */
const openingKeys = new Set(
  (
    'api access auth private secret subscription master admin function functions account app application client customer ' +
    'server service shared storage license encryption webhook hook integration user signing write read security'
  ).split(' '),
)
/** Names that are written without a sign between their segments, such as `PHPSESSID` and `accesstoken`. */
const gluedSecret = /(?:token|secret|password|passwd|passphrase|api-?key|sessionid|sessid|cookie|jwt|subscriptionkey)$/
/** A signature fits one request only. */
const signatureSegment = /^(?:sig|sign|signatures?|hmac|digest|mac|checksum)$|(?:signature|hmac)$/
/** At the end of a name these are what makes signatures, and no signature. */
const signingSegment = /^(?:token|secret|password|passphrase|key)$/
/** Segments behind which a name speaks of a credential without being one: its kind, its end, how many there are. */
const descriptions = new Set(
  (
    'type types kind expires expiry expiration ttl age length count limit remaining reset used usage status state timeout ' +
    'version policy scope scopes algorithm alg results info name url uri at hint method mode required enabled fingerprint'
  ).split(' '),
)
/** A place in a list or a try, which is sent as a token. */
const places = /(?:^|-)(?:page|next|prev|previous|continuation|sync|cursor|idempotency|skip|start|ancestor)-?tokens?$/
/** Headers that only allow something, count something, or answer for somebody else. */
const openNames = /^(?:access-control-|(?:www|proxy)-authenticate$)|(?:^|-)rate-?limit-/

/** Every name of a credential has one of these; most names have none, and are asked for with every field of a body. */
const mayNameCredential =
  /token|secret|pass|pwd|jwt|auth|sess|cookie|credential|bearer|otp|csrf|xsrf|assertion|verifier|key/i

/** What some send in the place of a token, to say that they have none or want one: `X-Atlassian-Token: no-check`. */
const openValues = /^(?:no-?check|fetch|required)$/i

/** Of a longer name its beginning and its end count, characters. */
const maxName = 512

/** The segments of a name in small letters: `X-Api-Key`, `apiKey` and `api_key[0]` have "api" and "key". Pure. */
function segmentsOf(name: string): string[] {
  return (name.length > maxName ? `${name.slice(0, maxName / 2)}-${name.slice(-maxName / 2)}` : name)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1-')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((segment) => segment !== '' && segment !== 'x')
}

/** Whether the name of a header, a parameter or a field says that its value is a credential. A signature is none. Pure. */
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

/** Whether the name of a header says that its value is a signature or a hash of the request. Pure. */
export function namesSignature(name: string): boolean {
  return isSignature(segmentsOf(name)) || /^(?:etag|.*(?:-md5|-sha\d*|sha\d+)|.*crc\d+\w?)$/i.test(name)
}

/** An address that its parameters open until a moment, such as S3's: there the signature is the credential. */
const presigned = /[?&](?:x-(?:amz|goog)-(?:expires|credential)|expires|se)=/i

function parameterNamesCredential(name: string, isPresigned: boolean): boolean {
  const plain = name.replaceAll('+', ' ')
  // A `code` is what a sign-in trades for a token, and what opens a cloud function.
  return namesCredential(plain) || /^code$/i.test(plain) || (isPresigned && isSignature(segmentsOf(plain)))
}

/** A text with the names of the credentials that were replaced in it, each once. */
export interface CleanText {
  text: string
  names: string[]
}

/**
 * An address, or a text with addresses in it, with the values of credentials among its parameters and the password before
 * its host replaced. Letters that are no credential stay as they are. Pure.
 */
export function addressWithoutCredentials(address: string): CleanText {
  const names: string[] = []
  // Neither a parameter nor a password before a host can be in it.
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
 * Header lines with every credential replaced: values of headers that are named for one, values that begin as one
 * (`Bearer`, `Basic`), and parameters in addresses. Pure.
 * @param also headers that carry a credential whatever they are called, such as the one whose token proves a delivery
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

/** Which header proves a delivery, and whether it does so by carrying the secret itself. */
export interface RequestProof {
  /** Empty where the proof is in the body. */
  header: string
  carriesSecret: boolean
}

/** What of a request others may see, and what was replaced in it. */
export interface CleanRequest {
  target: string
  lines: HeaderLine[]
  /** Names of the headers and of the parameters whose values were replaced. */
  headers: string[]
  parameters: string[]
  /** The header that proves the delivery, where its secret was replaced; null where the proof is still in it. */
  proof: string | null
}

/** A request without credentials: neither in a header nor in a parameter of its address. Pure. */
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
