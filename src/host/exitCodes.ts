/** How a process of ours ends, in every shell: done, the answer is no, wrong usage, could not do it. */
export const exitCodes = { done: 0, no: 1, usage: 2, cannot: 3 } as const
