import type { HeaderForm, KeyForm, SignatureScheme } from '../../shared/signature/signatureScheme.ts'

/** Describes a scheme in one or two plain sentences. Pure. */
export function describeScheme(scheme: SignatureScheme): string {
  const { toleranceSeconds } = scheme
  const age = toleranceSeconds === null ? '' : ` Too old after ${toleranceSeconds} s.`
  const body = scheme.bodyUnsigned === true ? ' It says nothing of the body.' : ''
  return `${describePlace(scheme)}: ${describeProof(scheme)}.${age}${body}`
}

function describePlace({ header, alsoIn = [], pointer, items, form }: SignatureScheme): string {
  if (pointer === '') return 'The whole body'
  const place =
    pointer === undefined
      ? describeHeaders([header, ...alsoIn])
      : `${pointer} in ${items === undefined ? 'the body' : `each item of ${items === '' ? 'the body' : items}`}`
  return `${place}${describeForm(form)}`
}

/** DocuSign has a hundred. */
function describeHeaders(names: readonly string[]): string {
  return names.length > 4 ? `${names[0]} to ${names.at(-1)}` : names.join(' or ')
}

function describeForm(form: HeaderForm): string {
  switch (form.kind) {
    case 'plain':
      return form.prefix === ''
        ? ''
        : ` after "${form.prefix}"${form.optional === true ? ', which may be missing' : ''}`
    case 'pairs':
      return `, pair ${form.key}=`
    case 'list':
      return form.prefix === '' ? ', each entry' : `, each entry after "${form.prefix}"`
    case 'last':
      return `${form.prefix === '' ? '' : ` after "${form.prefix}"`}, after the last "${form.separator}"`
    case 'json':
      return `, "${form.field}" of its base64 JSON`
  }
}

function describeProof(scheme: SignatureScheme): string {
  switch (scheme.kind) {
    case 'hmac':
      return `${scheme.encoding} of HMAC-${scheme.algorithm.toUpperCase()} over ${describeMessage(scheme)}, ${describeKey(scheme.key)}`
    case 'hash':
      return `${scheme.encoding} of ${scheme.algorithm.toUpperCase()} over ${describeMessage(scheme)}`
    case 'ed25519':
      return `${scheme.encoding} of an Ed25519 signature over ${describeMessage(scheme)}`
    case 'ecdsa':
      return `${scheme.encoding} of an ECDSA signature (${scheme.algorithm.toUpperCase()}, ${scheme.numbers === 'der' ? 'DER' : 'r and s'}) over ${describeMessage(scheme)}`
    case 'rsa':
      return `${scheme.encoding} of an RSA signature (${scheme.algorithm.toUpperCase()}, ${scheme.padding === 'pkcs1' ? 'PKCS #1 v1.5' : 'PSS'}) over ${describeMessage(scheme)}`
    case 'token':
      return 'the token itself'
    case 'basic':
      return 'user and password'
    case 'jwt': {
      const { bodyHash, bodyHashEncoding = 'hex', url } = scheme.claims
      const hashed = bodyHash === null ? '' : `, whose ${bodyHash} is the SHA-256 of the body in ${bodyHashEncoding}`
      return `a JSON web token (${scheme.algorithms.join(', ')})${hashed}${url === undefined ? '' : `, whose ${url} is the public URL`}`
    }
    case 'http-signature':
      return `an HTTP message signature (RFC 9421, ${scheme.algorithm})`
  }
}

function describeMessage({ message }: { message: string }): string {
  return message === '{body}' ? "the body's raw bytes" : message.replaceAll('\n', '\\n')
}

function describeKey({ decode, prefix }: KeyForm): string {
  const rest = prefix === '' ? 'the shared secret' : `the shared secret without "${prefix}"`
  if (decode === 'utf8') return `keyed with ${rest} as UTF-8`
  return decode === 'sha1' ? `keyed with the SHA-1 of ${rest}` : `keyed with ${rest}, decoded from ${decode}`
}
