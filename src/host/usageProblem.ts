/** Wrong usage or input: exit 2 in every shell. The message names the option and what it takes. */
export class UsageProblem extends Error {
  override name = 'UsageProblem'
}
