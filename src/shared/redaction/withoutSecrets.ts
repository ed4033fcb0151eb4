import { mapTexts } from '../basics/mapTexts.ts'
import { addressWithoutCredentials, redacted, requestWithoutCredentials, withoutCredentials } from '../credentials.ts'
import type { HeaderLine } from '../model.ts'
import { splitReceiverTarget, withoutReceiverKey } from '../receiverKey.ts'
import type { Attempt, Delivery } from '../wireTypes.ts'
import { credentialsIn, formsOf, handedOutBody, type Secrets } from './handedOut.ts'
import { hideIn } from './redactBytes.ts'

/** The fields of a delivery needed to find the secret in it. */
export type ProvenRequest = Pick<Delivery, 'headers'> & {
  signature: Pick<Delivery['signature'], 'carriesSecret' | 'header'> &
    Partial<Pick<Delivery['signature'], 'received' | 'signatures' | 'pointer'>>
}

/** Returns the secret carried by a delivery as its proof, and where it is. */
function secretsIn({ signature }: ProvenRequest): Secrets {
  const { carriesSecret, header, pointer, received, signatures = [] } = signature
  if (!carriesSecret) return { headers: [], pointers: [], texts: [] }
  const texts = [received ?? '', ...signatures.map(({ text }) => text)].filter(
    (text) => text !== '' && text !== redacted,
  )
  return {
    headers: header === '' ? [] : [header],
    pointers: pointer == null ? [] : [pointer],
    texts: [...new Set([...texts, ...texts.flatMap(userAndPassword)])],
  }
}

/** HTTP basic authentication carries its secret in base64. */
function userAndPassword(text: string): string[] {
  try {
    const plain = atob(text)
    const [, password] = /^[^:]+:(.+)$/s.exec(plain) ?? []
    return password === undefined ? [] : [plain, password]
  } catch {
    return []
  }
}

/** Whether the secret itself is, or may be, in the body and not in a header. Pure. */
export function isSecretInBody({ signature }: Pick<ProvenRequest, 'signature'>): boolean {
  return signature.carriesSecret && signature.header === '' && signature.received !== redacted
}

/**
 * Returns the shareable body: without the secret that some senders put in it. Returns the same object if unchanged. Pure.
 * @param named whether to replace the fields that are named like a credential, too
 */
export function bodyWithoutSecrets(delivery: ProvenRequest, body: Uint8Array, named = false): Uint8Array {
  const { headers, signature } = delivery
  const isInBody = isSecretInBody(delivery)
  if (!isInBody && !named) return body
  const clean = handedOutBody({ headers, body }, secretsIn(delivery), named)
  // The secret is in the body but was not found, so the whole body is left out.
  return isInBody && clean === body && signature.received != null ? new Uint8Array() : clean
}

/** Returns the shareable part of a delivery. Pure. */
export function withoutSecrets(delivery: Delivery): Delivery {
  const { signature } = delivery
  const clean = requestWithoutCredentials(delivery)
  const inBody = isSecretInBody(delivery)
  // If the header is a credential, so are the values that the signature check copied from it.
  const isLeftOut = clean.proof !== null || inBody
  // When the signature is right, the expected one equals the received one.
  const isRight = signature.expected !== null && signature.received?.includes(signature.expected) === true
  const shown: Delivery = {
    ...delivery,
    target: clean.target,
    headers: clean.lines,
    trailers: withoutCredentials(delivery.trailers).lines,
    ...(inBody ? { sha256: redacted } : {}),
    signature: {
      ...signature,
      ...(isLeftOut
        ? { received: signature.received === null ? null : redacted, signatures: signature.signatures.map(hidden) }
        : {}),
      ...(inBody ? { signed: { ...signature.signed, sha256: redacted, first: '', last: '' } } : {}),
      expected: signature.expected === null || (isRight && !isLeftOut) ? signature.expected : redacted,
    },
    attempts: delivery.attempts.map((attempt) => shownAttempt(attempt, delivery.headers)),
  }
  const key = splitReceiverTarget(delivery.target)?.key ?? null
  const { texts } = secretsIn(delivery)
  const carried = credentialsIn({ url: delivery.target, headers: [...delivery.headers, ...delivery.trailers] })
  return withoutTexts(key === null ? shown : withoutKey(shown, key), [...texts, ...carried])
}

function hidden<T extends { text: string }>(signature: T): T {
  return { ...signature, text: redacted }
}

function shownAttempt(attempt: Attempt, came: readonly HeaderLine[]): Attempt {
  const requestHeaders = withoutCredentials(attempt.requestHeaders).lines
  return {
    ...attempt,
    // A replay may have gone to the receiver of a Hookscope, whose path holds a key.
    url: addressWithoutCredentials(withoutReceiverKey(attempt.url, splitReceiverTarget(attempt.url)?.key ?? null)).text,
    requestHeaders: attempt.replayed?.signedAnew === true ? withoutNew(requestHeaders, came) : requestHeaders,
    responseHeaders: withoutCredentials(attempt.responseHeaders).lines,
  }
}

/** Replaces headers with the new signature of a replay: a valid signature for bytes that the sender may never have signed. */
function withoutNew(lines: readonly HeaderLine[], came: readonly HeaderLine[]): HeaderLine[] {
  const known = new Set(came.map((line) => line.join(':')))
  return lines.map(([name, value]) => [name, known.has(`${name}:${value}`) ? value : redacted])
}

/** The key may be in any text: a signature may cover the address, and some proxies repeat it. */
function withoutKey(delivery: Delivery, key: string): Delivery {
  return mapTexts(delivery, (text) => withoutReceiverKey(text, key))
}

/**
 * Replaces credentials in any place repeated, such as in another header or in an app's answer. Touches only texts from
 * outside: the sender chooses the credential, and if it equals one of our own words, that word must stay.
 */
function withoutTexts(delivery: Delivery, texts: readonly string[]): Delivery {
  const forms = formsOf(texts)
  if (forms.length === 0) return delivery
  const hide = (text: string) => hideIn(text, forms)
  const inLines = (lines: readonly HeaderLine[]) => lines.map(([name, value]): HeaderLine => [name, hide(value)])
  const { target, headers, trailers, changes, attempts } = delivery
  return {
    ...delivery,
    target: hide(target),
    headers: inLines(headers),
    trailers: inLines(trailers),
    changes: changes === null ? null : hide(changes),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      url: hide(attempt.url),
      requestHeaders: inLines(attempt.requestHeaders),
      ...(attempt.requestBody == null ? {} : { requestBody: hide(attempt.requestBody) }),
      responseHeaders: inLines(attempt.responseHeaders),
      body: attempt.body === null ? null : hide(attempt.body),
    })),
  }
}
