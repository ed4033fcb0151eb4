import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Signature, VerifyGivenInput } from '../../shared/wireTypes.ts'
import { findingInWords } from '../../shared/words/signature/findings.ts'
import { namedScheme } from '../environments/namedScheme.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { Explainer } from '../explaining/startExplainer.ts'
import { ExpectedFailure, noEnvironment } from '../failures/expectedFailure.ts'
import type { Explanation, ExplainInput, KnownSecret } from '../signature/explain/types.ts'
import type { SignedRequest } from '../signature/signedRequest.ts'
import { fingerprintOf, verificationSecret } from '../signature/keys/verificationSecret.ts'
import { verifySignature } from '../signature/verifySignature.ts'
import { signatureDetail } from './signatureDetail.ts'

export interface VerifyTools {
  environments: Pick<Environments, 'active' | 'verifier' | 'knownSecrets'>
  explainer: Explainer
}

/**
 * The signature of a given request: its verdict, and why it is not valid; with a digest, what the code that
 * computed it hashed. Nothing is kept. Throws ExpectedFailure for an unknown environment, scheme or secret.
 */
export async function verifyGiven(
  tools: VerifyTools,
  input: VerifyGivenInput,
  signal?: AbortSignal,
): Promise<Signature> {
  const { environments, explainer } = tools
  const environment = input.environment ?? environments.active().id
  const verifier = environments.verifier(environment)
  if (verifier === undefined) throw noEnvironment(environment)
  const scheme = namedScheme(input.scheme, verifier.scheme)
  const { accepted, known } = secretsFor(tools, environment, input)
  const { request: given, at, digest } = input
  const request = {
    headers: given.headers.flat(),
    body: Buffer.from(given.bodyBase64, 'base64'),
    truncated: false,
    method: given.method,
    urls: given.url === undefined ? [] : [given.url],
    receivedAt: at === undefined ? Date.now() : Date.parse(at),
  }
  const target: ExplainInput['target'] =
    digest === undefined ? { direction: 'wire' } : { direction: 'receiver', digest }
  const explanation = await explainer.explain(
    async () => ({ request: { ...request, contentLength: null }, scheme, secrets: known, target, others: [] }),
    { signal },
  )
  return verified({ request, scheme, accepted }, explanation)
}

/** A request with all that checks it. */
export interface GivenRequest {
  request: SignedRequest
  scheme: SignatureScheme
  /** The secrets that count; the first is the current one. */
  accepted: readonly { label: string; bytes: Uint8Array }[]
}

/** The verdict of a request, with what explains it. Pure. */
export function verified({ request, scheme, accepted }: GivenRequest, found: Explanation): Signature {
  const secrets = accepted.map(({ label, bytes }, index) =>
    verificationSecret({ id: String(index), label, text: bytes, current: index === 0 }, scheme),
  )
  const { verdict, secretId } = verifySignature(request, scheme, secrets)
  const secret = secrets.find(({ id }) => id === secretId) ?? secrets[0]
  const explanation = { ...found, findings: found.findings.map(findingInWords) }
  return signatureDetail(request, scheme, { verdict, secret, secrets }, explanation)
}

interface Secrets {
  accepted: KnownSecret[]
  /** To explain with. */
  known: KnownSecret[]
}

/** The secret that was given or named, else those that the environment accepts. */
function secretsFor(
  { environments }: VerifyTools,
  environment: string,
  { secret: text, secretFingerprint: fingerprint }: VerifyGivenInput,
): Secrets {
  const all = environments.knownSecrets(environment)
  const only = (secret: KnownSecret): Secrets => ({
    accepted: [secret],
    known: [secret, ...all.filter((each) => each.fingerprint !== secret.fingerprint)],
  })
  if (text !== undefined) {
    const print = fingerprintOf(text)
    const bytes = Buffer.from(text, 'utf8')
    return only({ bytes, label: print, fingerprint: print, environment: null, standing: 'current' })
  }
  if (fingerprint !== undefined) {
    const found = all.find((each) => each.fingerprint === fingerprint)
    if (found === undefined) throw new ExpectedFailure({ code: 'signing-secret-unknown', fields: { fingerprint } })
    return only({ ...found, standing: 'current' })
  }
  const accepted = new Set(environments.verifier(environment)?.secrets.map((each) => each.fingerprint))
  return {
    accepted: all.filter((each) => each.standing !== 'other' && accepted.has(each.fingerprint)),
    known: all,
  }
}
