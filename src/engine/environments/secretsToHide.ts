import type { HeaderLine } from '../../shared/model.ts'
import { hideSecretBytes, hideSecrets, type Secrets } from '../../shared/redaction/handedOut.ts'
import { secretPlaces } from '../signature/keys/secretPlaces.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Environments } from './openEnvironments.ts'

/** The environments whose secrets are hidden. */
export interface HidingTools {
  environments: Pick<Environments, 'verifier' | 'knownSecrets'> & { all(): readonly { id: string }[] }
}

/** The scheme and the secret that sign a request, where they are not those of an environment. */
export interface SignedWith {
  scheme: SignatureScheme | null
  /** Null where it is not signed, or where the secret is not in memory as text. */
  secret: { key: { export(): Buffer } | null } | null
}

/**
 * Collects where the schemes of all environments put the secret itself, and every secret that any of them has had. All of
 * them, because a delivery of one environment can be sent in the name of another.
 */
export function secretsToHide({ environments }: HidingTools, signed?: SignedWith): Secrets {
  const schemes = environments.all().flatMap(({ id }) => environments.verifier(id)?.scheme ?? [])
  const used = signed?.scheme == null ? schemes : [...schemes, signed.scheme]
  const own = signed?.secret?.key?.export().toString('utf8')
  const texts = environments.knownSecrets('').map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
  return {
    ...secretPlaces(used),
    texts: [...new Set([...texts, ...(own === undefined ? [] : [own])].flatMap(withPassword))],
  }
}

/** HTTP basic authentication has a user and a password in one secret. */
function withPassword(text: string): string[] {
  const [, password] = /^[^:\s]+:([^\s]+)$/.exec(text) ?? []
  return password === undefined ? [text] : [text, password]
}

/** An answer as it is kept: an app can repeat the secret that it was sent, which must not be on disk in clear. */
export function withoutStored<T extends { body: Uint8Array | null; responseHeaders: HeaderLine[] }>(
  answer: T,
  { texts }: Pick<Secrets, 'texts'>,
): T {
  const { body, responseHeaders } = answer
  return {
    ...answer,
    body: body === null ? null : hideSecretBytes(body, texts),
    responseHeaders: responseHeaders.map(([name, value]) => [name, hideSecrets(value, texts)]),
  }
}
