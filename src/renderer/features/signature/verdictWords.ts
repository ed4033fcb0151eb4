import type { Signature } from '../../../shared/wireTypes.ts'

/** What a verdict means, in one or two sentences. */
export function verdictSentence({
  verdict,
  header,
  cannotTell,
}: Pick<Signature, 'verdict' | 'header' | 'cannotTell'>): string {
  switch (verdict) {
    case 'valid':
      return 'The signature is right: the sender knows the shared secret, and the body is exactly what it signed.'
    case 'valid-previous':
      return 'Signed with the previous secret: the signature is right, but made with an earlier shared secret of this environment. That is expected for a while after the secret was changed.'
    case 'invalid':
      return 'The signature does not fit: the body is not what was signed, or it was signed with a secret that this environment does not know. Nothing was fetched.'
    case 'unsigned':
      return `There is no signature: the header ${header} did not come. Anyone who knows the address could have sent this.`
    case 'malformed':
      return `The header ${header} came, but its value cannot be a signature.`
    case 'no-secret':
      return 'This environment has no shared secret yet, so there was nothing to check against. Set one under Webhook config.'
    case 'cannot-tell':
      return cannotTellSentence(cannotTell)
  }
}

function cannotTellSentence(reason: Signature['cannotTell']): string {
  switch (reason?.code) {
    case 'hash-missing':
      return `The signature cannot be checked here, because this app's crypto has no ${reason.hash}. Run hookscope verify with Node to check it.`
    case 'hash-was-missing':
      return `The signature was not checked on arrival, because the app that received it had no ${reason.hash}. Run “Check all signatures again” to get a verdict.`
    case 'body-incomplete':
    case undefined:
      return 'The body is not complete, so its signature cannot be checked.'
  }
}
