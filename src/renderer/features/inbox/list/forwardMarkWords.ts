const answered = (status: number | null): string => (status === null ? 'no answer came' : `your app answered ${status}`)

/** The result of forwarding, for tooltips and screen readers. */
export const forwardMarkWords = {
  done: (status: number | null) => `Forwarded: ${answered(status)}.`,
  waiting: (status: number | null) => `Forwarding is tried again: ${answered(status)}.`,
  failed: (status: number | null) => `Not forwarded: ${answered(status)}, and no try is left.`,
} as const
