import type { CheckTargetProblem } from '../codes/checkTargets.ts'

/** How much a whole check sends. */
export const checkSends = 'Up to 190 requests go out, more only while a handler that died starts again, at most 600.'

/** Why nothing is sent to an address, by its code. */
export function targetSentence(problem: CheckTargetProblem, url: string, switchName: string | null): string {
  switch (problem) {
    case 'not-an-address':
      return `"${url}" is no address of a handler; give one such as http://127.0.0.1:3000/webhooks.`
    case 'has-credentials':
      return 'The address has a user name or password in it, which others could read; leave them out.'
    case 'unknown-host':
      return `The host of "${url}" was not found.`
    case 'remote':
      return switchName === null
        ? `"${url}" is not on this machine. A check sends forged and odd deliveries, so the page sends them to this machine only; use hookscope check URL --allow-remote for another one that is yours.`
        : `"${url}" is not on this machine. A check sends forged and odd deliveries; ${switchName} allows it for a host that is yours.`
    case 'our-own':
      return 'This port is one of Hookscope’s own. Give the port that your handler listens on.'
  }
}

/** Why nothing more is sent after valid deliveries that got no answer, by the code of what went wrong. */
export function unansweredSentences(
  problem: string,
  anyAnswered: boolean,
): { sentence: string; change: string; stopped: string } {
  return {
    sentence: `${anyAnswered ? 'A valid delivery was not answered' : 'No valid delivery was answered'} (${problem}).`,
    change: changeForSilence(problem, anyAnswered),
    stopped: `The handler did not answer ${anyAnswered ? 'every valid delivery ' : ''}(${problem}), so nothing else was tried.`,
  }
}

function changeForSilence(problem: string, anyAnswered: boolean): string {
  if (problem === 'TIMEOUT') return 'Answer before the work is done, and look for what the handler waits for.'
  if (anyAnswered)
    return 'Look in the handler’s log for why it broke off: it runs, because it answered another delivery.'
  return 'Start the handler, and check the host and port of its URL.'
}
