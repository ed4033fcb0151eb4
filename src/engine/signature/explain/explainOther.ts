import { verificationSecret } from '../verificationSecret.ts'
import { verifySignature } from '../verifySignature.ts'
import { observeAge, observeBody, observeMissing } from './observe.ts'
import type { Explanation, ExplainInput } from './types.ts'

/**
 * What can be seen of a signature that is no HMAC of one header, without a search: there is no digest whose cause could be
 * computed. Pure; never throws.
 */
export function explainOther(input: ExplainInput): Explanation {
  const { request, scheme, secrets } = input
  const own = secrets
    .filter(({ standing }) => standing === 'current')
    .map(({ bytes, label }, index) =>
      verificationSecret({ id: String(index), label, text: bytes, current: true }, scheme),
    )
  const nothingTried = { ruledOut: [], notTried: [], tried: 0, complete: true }
  if (verifySignature(request, scheme, own).verdict === 'valid')
    return { ...nothingTried, state: 'not-needed', findings: observeAge(input) }
  return {
    ...nothingTried,
    state: 'unexplained',
    findings: [...observeBody(input), ...observeMissing(input), ...observeAge(input)],
  }
}
