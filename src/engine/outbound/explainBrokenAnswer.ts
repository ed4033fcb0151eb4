import { hostOf, type NetworkProblem, problem } from './explainNetworkError.ts'

/** What had come when an exchange ended too early; null when not even the head of an answer had. */
type Came = { headers: [name: string, value: string][]; body: Uint8Array } | null

/** Says that an exchange did not end in time, and how far it had come. */
export function explainDeadline(url: string, deadlineMs: number, came: Came): NetworkProblem {
  const seconds = Math.round(deadlineMs / 100) / 10
  const cause =
    came === null
      ? `${hostOf(url)} did not answer within ${seconds} s.`
      : `${hostOf(url)} did not finish its answer within ${seconds} s: ${extent(came)}.`
  return problem('DEADLINE', cause, 'It may be overloaded or hanging; try again.')
}

/**
 * Says of a connection that broke in the middle of an answer how much was missing. Anything else stays as it was
 * explained.
 */
export function explainBrokenAnswer(explained: NetworkProblem, url: string, came: Came): NetworkProblem {
  const broke = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']
  if (came === null || !broke.includes(explained.code)) return explained
  const cause = `${hostOf(url)} broke off in the middle of its answer: ${extent(came)}.`
  return problem('TRUNCATED', cause, 'Try again.')
}

function extent({ headers, body }: NonNullable<Came>): string {
  const announced = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1]
  return announced === undefined ? `${body.length} bytes came` : `${body.length} of ${announced} bytes came`
}
