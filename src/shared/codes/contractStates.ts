/** Results of validating a delivery against a contract. `unfinished`: the validation was ended, or its schema cannot be used. */
export const contractStates = ['held', 'violated', 'unmatched', 'unfinished'] as const
