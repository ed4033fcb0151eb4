/** Wrong usage or input: exit 2. The message names the option and what it takes. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}

/** Could not do it (port taken, folder in use, network): exit 3. */
export class CannotDo extends Error {
  override name = 'CannotDo'
}

export const exitCodes = { done: 0, no: 1, usage: 2, cannot: 3 } as const
