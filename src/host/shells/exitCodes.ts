/** How a process of ours ends, in every shell. `interrupted`: a signal ended a command that owed an answer. */
export const exitCodes = { done: 0, no: 1, usage: 2, cannot: 3, interrupted: 130 } as const

/** Wrong usage or input: exit 2 in every shell. The message names the option and what it takes. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}
