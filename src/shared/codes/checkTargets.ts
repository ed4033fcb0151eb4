/** Why a check is not sent to an address. */
export const checkTargetProblems = ['not-an-address', 'has-credentials', 'unknown-host', 'remote', 'our-own'] as const
export type CheckTargetProblem = (typeof checkTargetProblems)[number]
