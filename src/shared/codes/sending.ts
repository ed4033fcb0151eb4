/** Why a request cannot be broken in the way that was asked for. */
export const breakProblems = [
  'no-body',
  'not-json',
  'not-signed',
  'signed-in-body',
  'no-timestamp',
  'no-encoding',
] as const
export type BreakProblem = (typeof breakProblems)[number]
