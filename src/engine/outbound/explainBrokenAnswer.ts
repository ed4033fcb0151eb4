import { hostOf, type NetworkProblem } from './explainNetworkError.ts'

/** The part that had arrived when an exchange ended too early; null without a complete head. */
type Came = { headers: [name: string, value: string][]; body: Uint8Array } | null

/** An exchange that did not end in time, and how far it had come. */
export function explainDeadline(url: string, limitMs: number, came: Came): NetworkProblem {
  const fields = { host: hostOf(url), limitMs, came: came === null ? null : extent(came) }
  return { code: 'DEADLINE', why: { code: 'deadline-passed', fields }, lasting: false }
}

const breaks = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

/**
 * The missing part of an answer whose connection broke. Anything else stays as it was explained.
 */
export function explainBrokenAnswer(explained: NetworkProblem, url: string, came: Came): NetworkProblem {
  if (came === null || !breaks.has(explained.code)) return explained
  const fields = { host: hostOf(url), came: extent(came) }
  return { code: 'TRUNCATED', why: { code: 'answer-broke-off', fields }, lasting: false }
}

function extent({ headers, body }: NonNullable<Came>): { bytes: number; of: string | null } {
  return { bytes: body.length, of: headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? null }
}
