/** Limits of a file that is opened. docs/caseFile.md states them. */
export const caseLimits = {
  /** One line, bytes: a body of the largest size in base64, with its attempts. */
  lineBytes: 64 * 1024 * 1024,
  /** One body, bytes. */
  bodyBytes: 32 * 1024 * 1024,
  /** The whole file, bytes. */
  fileBytes: 4 * 1024 * 1024 * 1024,
  /** A file that has to be read at once (HAR, JSON over several lines), bytes. */
  wholeBytes: 64 * 1024 * 1024,
  deliveries: 1_000_000,
  environments: 1000,
  headers: 2000,
  attempts: 1000,
  /** Maximum number of refused pieces that are named. */
  refusals: 100,
} as const

/** Time limit for the search for causes of failed signatures in one file, ms. One search takes at most two seconds. */
export const maxExplainingMs = 60_000
