/** Why a check is not sent to an address. */
export type CheckTargetProblem = 'not-an-address' | 'has-credentials' | 'unknown-host' | 'remote' | 'our-own'
