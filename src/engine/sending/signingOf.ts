import { readMoment } from '../../shared/signature/signingMoment.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Fixture, ReadSendInput } from '../../shared/wireTypes.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { namedScheme } from '../environments/namedScheme.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { ExpectedFailure, noEnvironment } from '../failures/expectedFailure.ts'
import { type SigningSecret, signingSecret } from '../signature/signRequest.ts'
import { fingerprintOf } from '../signature/keys/verificationSecret.ts'
import type { Signing } from './prepareRequest.ts'

export interface SigningTools {
  environments: Pick<Environments, 'verifier' | 'knownSecrets'> & {
    all(): readonly Pick<EnvironmentRecord, 'id' | 'name'>[]
  }
}

type SignOptions = NonNullable<ReadSendInput['sign']>

/** Decides how a run is signed, from the user's options and the fixture. Throws ExpectedFailure. */
export function signingOf(
  tools: SigningTools,
  environmentId: string,
  input: Pick<ReadSendInput, 'sign' | 'break'>,
  fixture: Fixture | null,
): Signing {
  const verifier = tools.environments.verifier(environmentId)
  if (verifier === undefined) throw noEnvironment(environmentId)
  const { sign } = input
  const ofFixture = fixture?.sign
  const kind = input.break ?? fixture?.break ?? null
  const scheme = namedScheme(sign?.scheme ?? ofFixture?.scheme, verifier.scheme)
  const moment = sign?.at ?? ofFixture?.at ?? 'now'
  const at = (now: number) => readMoment(moment, now) ?? now
  const isUnsigned = sign === undefined && ofFixture === undefined
  const secret = isUnsigned ? null : secretFor(tools, environmentId, scheme, sign ?? {}, ofFixture)
  return { scheme, secret, at, break: kind }
}

function secretFor(
  { environments }: SigningTools,
  environmentId: string,
  scheme: SignatureScheme,
  sign: SignOptions,
  ofFixture: Fixture['sign'],
): SigningSecret {
  if (sign.secret !== undefined) return made(fingerprintOf(sign.secret), sign.secret, scheme)
  const known = environments.knownSecrets(environmentId)
  const { secretFingerprint: fingerprint } = sign
  if (fingerprint !== undefined) {
    const found = known.find((secret) => secret.fingerprint === fingerprint)
    if (found === undefined) throw new ExpectedFailure({ code: 'signing-secret-unknown', fields: { fingerprint } })
    return made(found.label, found.bytes, scheme)
  }
  const named = ofFixture?.secret
  if (named !== undefined && 'env' in named) {
    // A file must not choose which variables of this process are sent to a target.
    throw new ExpectedFailure({ code: 'secret-in-variable', fields: { variable: named.env } })
  }
  const id = named === undefined ? environmentId : environments.all().find(({ name }) => name === named.environment)?.id
  if (id === undefined)
    throw new ExpectedFailure({ code: 'no-environment-named', fields: { name: named?.environment ?? '' } })
  const own = environments.knownSecrets(id).filter(({ standing }) => standing !== 'other')
  const found =
    named?.label === undefined
      ? own.find(({ standing }) => standing === 'current')
      : own.find(({ label }) => label === named.label)
  if (found === undefined) throw new ExpectedFailure({ code: 'no-secret-to-send', fields: {} })
  return made(found.label, found.bytes, scheme)
}

function made(label: string, text: string | Uint8Array, scheme: SignatureScheme): SigningSecret {
  const read = signingSecret(label, text, scheme)
  if (read.ok) return read.secret
  throw new ExpectedFailure({ code: 'private-key-unusable', fields: { problem: read.code } })
}
