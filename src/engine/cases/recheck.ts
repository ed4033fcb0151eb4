import { redacted } from '../../shared/credentials.ts'
import type { RecheckReason } from '../../shared/codes/caseFiles.ts'
import { type CapturedRequest, isVerified, type Verdict } from '../../shared/model.ts'
import { schemePreset } from '../../shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { CaseEnvironment, DeliveryFile, ForeignDelivery } from '../../shared/wireTypes.ts'
import { recheckSentence } from '../../shared/words/caseFiles.ts'
import type { KnownSecret } from '../signature/explain/types.ts'
import { signedRequest } from '../signature/signedRequest.ts'
import { type VerificationSecret, verificationSecret } from '../signature/keys/verificationSecret.ts'
import { verifySignature } from '../signature/verifySignature.ts'

export type Recheck = ForeignDelivery['recheck']

/** How deliveries of an environment in a file are checked, with one's own secrets that it names. */
export interface ForeignVerifier {
  scheme: SignatureScheme
  secrets: VerificationSecret[]
  retired: VerificationSecret[]
  /** The file names fingerprints; where it does not, all of one's own are tried. */
  isNamed: boolean
  /** Fingerprints of accepted secrets that the file names and no environment here has. */
  missing: string[]
}

/** Prepares the check of an environment's deliveries; null where the file does not say how its sender signs. */
export function foreignVerifier(
  environment: Pick<CaseEnvironment, 'scheme' | 'secrets'> | undefined,
  { signature }: Pick<DeliveryFile['delivery'], 'signature'>,
  known: readonly KnownSecret[],
): ForeignVerifier | null {
  const scheme = environment?.scheme ?? schemePreset(signature.scheme)
  if (scheme === undefined) return null
  const own = signature.secret === null ? [] : [{ ...signature.secret, retired: false }]
  const named = environment === undefined ? own : environment.secrets
  const inHand = (fingerprint: string) => known.find((secret) => secret.fingerprint === fingerprint)
  const prepare = (secret: KnownSecret, current: boolean) =>
    verificationSecret(
      {
        id: secret.fingerprint,
        label: secret.label,
        // Public keys are read as text.
        text: credentialOf(scheme) === 'public-key' ? Buffer.from(secret.bytes).toString('utf8') : secret.bytes,
        current,
      },
      scheme,
    )
  const chosen = (retired: boolean) =>
    named.flatMap((entry, place) => {
      const secret = entry.retired === retired ? inHand(entry.fingerprint) : undefined
      return secret === undefined ? [] : [prepare(secret, place === 0)]
    })
  const byFingerprint = new Map(known.map((secret) => [secret.fingerprint, secret]))
  return {
    scheme,
    secrets: named.length > 0 ? chosen(false) : [...byFingerprint.values()].map((secret) => prepare(secret, true)),
    retired: chosen(true),
    isNamed: named.length > 0,
    missing: named.flatMap(({ fingerprint, retired }) =>
      retired || inHand(fingerprint) !== undefined ? [] : [fingerprint],
    ),
  }
}

/** Checks a delivery out of a file again, or says why that cannot be. Pure. */
export function recheck(file: DeliveryFile, request: CapturedRequest, verifier: ForeignVerifier | null): Recheck {
  const said = file.delivery.verdict
  const why = recheckRefusal(file)
  if (why !== null) return cannot(why)
  if (verifier === null) return cannot({ code: 'scheme-not-named', fields: {} })
  const { scheme, secrets, missing, isNamed } = verifier
  const signed = signedRequest(request, null)
  const unkeyed = verifySignature(signed, scheme, []).verdict
  if (unkeyed !== 'no-secret') return checked(said, unkeyed, [])
  const { verdict, secretId } = verifySignature(signed, scheme, secrets)
  if (isVerified(verdict)) return checked(said, isVerified(said) ? said : verdict, secretId === null ? [] : [secretId])
  if (!isNamed) {
    if (said === 'no-secret') return checked(said, said, [])
    return cannot({ code: 'fingerprints-left-out', fields: {} })
  }
  if (secrets.length === 0) return cannot({ code: 'no-own-secret', fields: { fingerprints: missing } })
  if (missing.length > 0) return cannot({ code: 'own-secret-missing', fields: { fingerprints: missing } })
  return checked(
    said,
    verdict,
    secrets.map(({ fingerprint }) => fingerprint),
  )
}

function recheckRefusal({ redactions, delivery, body }: DeliveryFile): RecheckReason | null {
  if (redactions.body === 'redacted') return { code: 'body-redacted', fields: {} }
  if (redactions.body === 'left-out') return { code: 'body-left-out', fields: {} }
  if (redactions.proof === 'header' || redactions.proof === 'body') return { code: 'token-left-out', fields: {} }
  if (redactions.proof === 'address') return { code: 'address-left-out', fields: {} }
  // The writer of the file may not have said what was replaced.
  if (body.sha256 === redacted) return { code: 'body-redacted', fields: {} }
  if (!body.complete && !delivery.truncated) return { code: 'body-not-whole', fields: {} }
  return null
}

function cannot(why: RecheckReason): Recheck {
  return { state: 'cannot', verdict: null, fingerprints: [], why, sentence: recheckSentence(why) }
}

function checked(said: Verdict, verdict: Verdict, fingerprints: string[]): Recheck {
  const isSame = said === verdict
  const by = fingerprints.length === 0 ? '' : ` with your secret ${fingerprints.join(', ')}`
  return {
    state: isSame ? 'same' : 'different',
    verdict,
    fingerprints,
    why: null,
    sentence: isSame ? `Checked here${by}: the same verdict.` : `Checked here${by}: the verdict is another one.`,
  }
}
