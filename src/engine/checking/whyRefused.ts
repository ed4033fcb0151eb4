import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Sending } from './subject/probe.ts'
import { prettyWindows, spaced } from './subject/jsonTexts.ts'
import { asSending, sending, withProof } from './probes/parts.ts'
import type { Subject } from './subject/subject.ts'

/**
 * What a handler that refuses valid deliveries may expect in their place: the classic mistakes, each as a request. The one
 * that it takes names the mistake.
 */
export function likelyMistakes(subject: Subject): readonly Sending[] {
  const { scheme, secret } = subject
  const changed = (what: string, other: SignatureScheme) => sending(subject, 'accepted', what, { scheme: other })
  const json = subject.json === null ? null : subject.jsonWith(subject.newId())
  const signedAs = (what: string, signedBody: string) =>
    json === null ? [] : sending(subject, 'accepted', what, { body: JSON.stringify(json), signedBody })
  const digests =
    scheme.kind === 'hmac' || scheme.kind === 'hash'
      ? [
          ...(['hex', 'base64', 'base64url'] as const)
            .filter((encoding) => encoding !== scheme.encoding)
            .flatMap((encoding) => changed(`a signature encoded as ${encoding}`, { ...scheme, encoding })),
          ...(['sha1', 'sha256', 'sha512'] as const)
            .filter((algorithm) => algorithm !== scheme.algorithm)
            .flatMap((algorithm) => changed(`${algorithm} in place of ${scheme.algorithm}`, { ...scheme, algorithm })),
          ...(scheme.key.decode === 'utf8'
            ? changed('the secret decoded from base64', { ...scheme, key: { decode: 'base64', prefix: '' } })
            : changed('the secret as plain text, not decoded', { ...scheme, key: { decode: 'utf8', prefix: '' } })),
          ...(scheme.message === '{body}'
            ? []
            : changed('the body alone as signed message', { ...scheme, message: '{body}' })),
        ]
      : []
  return [
    ...digests,
    ...sending(subject, 'accepted', 'the secret with a line feed at its end', { secret: `${secret}\n` }),
    ...(secret.trim() === secret
      ? []
      : sending(subject, 'accepted', 'the secret without spaces around it', { secret: secret.trim() })),
    ...(secret === '' ? [] : sending(subject, 'accepted', 'an empty secret', { secret: '' })),
    ...sending(subject, 'accepted', 'the secret "undefined"', { secret: 'undefined' }),
    ...signedAs('the signature of pretty-printed JSON', json === null ? '' : JSON.stringify(json, null, 2)),
    ...signedAs('the signature of JSON as Python writes it', json === null ? '' : spaced(json)),
    ...signedAs('the signature of JSON with CRLF', json === null ? '' : prettyWindows(json)),
    ...signedAs('the signature of an empty body', ''),
    ...asSending(
      'accepted',
      'no signature at all',
      withProof(subject, subject.delivery(), () => null),
    ),
  ]
}
