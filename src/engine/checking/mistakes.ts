import type { CauseId } from '../../shared/codes/signature/causes.ts'
import type { HmacScheme, SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { asSending, sending, withProof } from './probes/parts.ts'
import { asJavaScript, asPython, pretty, prettyWindows, sorted, spaced } from './subject/jsonTexts.ts'
import type { Sending } from './subject/probe.ts'
import type { Difference, Subject } from './subject/subject.ts'

/** A delivery that only a handler with one known mistake accepts. */
export interface Mistake {
  sending: Sending
  /** How it was signed; with `otherSecret` it is a forgery of the same form. */
  difference: Difference | null
  /** The cause of a mistake in the form of the header, where the digest itself is right; null: the search finds it. */
  cause: CauseId | null
}

/** Lists signatures that handlers compute by mistake, the most common first. */
export function mistakesFor(subject: Subject): readonly Mistake[] {
  const { scheme } = subject
  const isDigest = scheme.kind === 'hmac' || scheme.kind === 'hash'
  const found = [
    ...(isDigest ? [...ofHeader(subject), ...ofMessage(subject), ...ofAlgorithm(subject)] : []),
    ...(scheme.kind === 'hmac' ? ofKey(subject, scheme) : []),
    ...ofSecret(subject),
    ...ofBody(subject),
  ]
  // Leaves out mistakes with the right signature, or with that of an earlier one.
  const seen = new Set<string>()
  const right = (request: Sending['request']) => subject.rightSignature(request)
  return found.filter(({ sending: { request }, cause }) => {
    const proof = request.headers.find(([name]) => name.toLowerCase() === scheme.header.toLowerCase())?.[1] ?? ''
    const isRight = cause === null && right(request) !== null && proof.includes(right(request) ?? ' ')
    if (seen.has(proof) || isRight) return false
    seen.add(proof)
    return true
  })
}

/** A delivery without a signature, for handlers that accept none of the mistakes. */
export function unsignedDelivery(subject: Subject): Sending | undefined {
  return asSending(
    'accepted',
    'no signature at all',
    withProof(subject, subject.delivery(), () => null),
  )[0]
}

function mistake(subject: Subject, what: string, difference: Difference, cause: CauseId | null = null): Mistake[] {
  return sending(subject, 'accepted', what, difference).map((each) => ({ sending: each, difference, cause }))
}

/** The digest is right, and the header is compared as a whole or with another part of it. */
function ofHeader(subject: Subject): Mistake[] {
  const { scheme } = subject
  const bare: SignatureScheme['form'] = { kind: 'plain', prefix: '' }
  const isBare = scheme.form.kind === 'plain' && scheme.form.prefix === ''
  const others = isBare ? (['sha256='] as const) : ([''] as const)
  return [
    ...others.flatMap((prefix) =>
      mistake(
        subject,
        prefix === '' ? 'the digest alone in the header' : `the prefix ${prefix} before the digest`,
        { scheme: { ...scheme, form: { ...bare, prefix } } },
        'digest-prefix',
      ),
    ),
    ...(isBare || !('message' in scheme)
      ? []
      : mistake(subject, 'the digest of the body alone in the header', {
          scheme: { ...scheme, form: bare, message: '{body}' },
        })),
  ]
}

function ofMessage(subject: Subject): Mistake[] {
  const { scheme } = subject
  if (!('message' in scheme)) return []
  const { message: template } = scheme
  if (template === '{body}') return []
  const without = (place: string) =>
    template.replace(/* linear: nothing is repeated */ new RegExp(`\\{${place}\\}[.:|]?`), '')
  return ['id', 'timestamp', 'id\\}[.:|]?\\{timestamp', 'url']
    .map(without)
    .concat('{body}')
    .filter((message, at, all) => message !== template && message !== '' && all.indexOf(message) === at)
    .flatMap((message) => mistake(subject, `a signature of ${message}`, { scheme: { ...scheme, message } }))
}

function ofAlgorithm(subject: Subject): Mistake[] {
  const { scheme } = subject
  if (scheme.kind !== 'hmac' && scheme.kind !== 'hash') return []
  return [
    ...(['hex', 'base64', 'base64url'] as const)
      .filter((encoding) => encoding !== scheme.encoding)
      .flatMap((encoding) =>
        mistake(subject, `a signature encoded as ${encoding}`, { scheme: { ...scheme, encoding } }, 'digest-encoding'),
      ),
    ...(['sha1', 'sha256', 'sha512'] as const)
      .filter((algorithm) => algorithm !== scheme.algorithm)
      .flatMap((algorithm) =>
        mistake(subject, `${algorithm} in place of ${scheme.algorithm}`, { scheme: { ...scheme, algorithm } }),
      ),
  ]
}

/** The secret as text, without its prefix, and decoded. */
function ofKey(subject: Subject, scheme: HmacScheme): Mistake[] {
  const prefix = /^[a-z]+_(?=.)/.exec(subject.secret)?.[0] ?? ''
  return (
    [
      ['as plain text, not decoded', { decode: 'utf8', prefix: '' }],
      [`without ${prefix}`, { decode: 'utf8', prefix }],
      ['decoded from base64', { decode: 'base64', prefix }],
      ['decoded from hex', { decode: 'hex', prefix }],
    ] as const
  ).flatMap(([what, key]) => {
    const isSame = key.decode === scheme.key.decode && key.prefix === scheme.key.prefix
    return isSame ? [] : mistake(subject, `the secret ${what}`, { scheme: { ...scheme, key } })
  })
}

function ofSecret(subject: Subject): Mistake[] {
  const { secret } = subject
  return [
    [`${secret}\n`, 'the secret with a line feed at its end'],
    [secret.trim(), 'the secret without spaces around it'],
    [`"${secret}"`, 'the secret in quotes'],
    ['', 'an empty secret'],
    ['undefined', 'the secret "undefined"'],
    ['None', 'the secret "None"'],
  ].flatMap(([other = '', what = '']) => (other === secret ? [] : mistake(subject, what, { secret: other })))
}

function ofBody(subject: Subject): Mistake[] {
  const id = subject.newId()
  const isJson = subject.json !== null
  const body = isJson ? Buffer.from(subject.textWith(id)) : subject.template.body
  const text = Buffer.from(body).toString('utf8')
  const signedAs = (what: string, signedBody: string | Uint8Array) =>
    mistake(subject, `the signature of ${what}`, { id, body, signedBody })
  return [
    ...(isJson
      ? [
          ...signedAs('JSON as JSON.stringify writes it', asJavaScript(text)),
          ...signedAs('JSON as Python writes it', asPython(text)),
          ...signedAs('JSON with spaces after colons and commas', spaced(text)),
          ...signedAs('JSON with its keys sorted', sorted(text)),
          ...signedAs('pretty-printed JSON', pretty(text)),
          ...signedAs('JSON with CRLF', prettyWindows(text)),
        ]
      : []),
    ...signedAs('[object Object]', '[object Object]'),
    ...signedAs('an empty body', ''),
    ...signedAs('{}', '{}'),
    ...signedAs('the body with a line feed after it', `${text}\n`),
    ...signedAs('the body without spaces around it', text.trim()),
    ...signedAs('the body in base64', Buffer.from(body).toString('base64')),
    ...signedAs('the body as a JSON string', JSON.stringify(text)),
  ]
}
