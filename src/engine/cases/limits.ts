/** What a file from elsewhere may bring. docs/caseFile.md states them. */
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
  /** Of pieces that were refused so many are named. */
  refusals: 100,
} as const

/** The causes of failed signatures are searched for until so much time went into it for one file, ms; one search takes two seconds at most. */
export const mostExplainingMs = 60_000
