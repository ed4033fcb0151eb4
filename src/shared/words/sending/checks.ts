import type { CheckTargetProblem } from '../../codes/checkTargets.ts'

/** How much a whole check sends. */
export const checkSends =
  'Sends up to 190 requests to a handler without findings. To be sure, it sends each finding again: 600 requests at most.'

/** Why nothing is sent to an address, by its code. */
export function targetSentence(problem: CheckTargetProblem, url: string, switchName: string | null): string {
  switch (problem) {
    case 'not-an-address':
      return `"${url}" is not the address of a handler; give one such as http://127.0.0.1:3000/webhooks.`
    case 'has-credentials':
      return 'The address has a user name or password in it, which others could read; leave them out.'
    case 'unknown-host':
      return `The host of "${url}" was not found.`
    case 'remote':
      return switchName === null
        ? `"${url}" is not on this machine. A check sends forged and odd deliveries, so the page sends them to this machine only; use hookscope check --to URL --allow-host HOST for a different one that is yours.`
        : `"${url}" is not on this machine. A check sends forged and odd deliveries; ${switchName} allows it for a host that is yours.`
    case 'our-own':
      return 'Hookscope itself listens on this port. Give the port that your handler listens on.'
  }
}

/** The three places where a refused baseline is described. */
interface RefusedWords {
  sentence: string
  change: string
  stopped: string
}

/** Why nothing more is sent after valid deliveries that got no answer. @param problem the code of the first; `now` that of one sent after it, null where it was answered */
export function unansweredSentences(problem: string, anyAnswered: boolean, now: string | null): RefusedWords {
  const ended = problem !== 'ECONNREFUSED' && now === 'ECONNREFUSED'
  return {
    sentence: `${anyAnswered ? 'A valid delivery was not answered' : 'No valid delivery was answered'} (${problem}).${ended ? ' After it the handler took no connection any more: its process has ended.' : ''}`,
    change: changeForSilence(problem, anyAnswered, ended),
    stopped: ended
      ? `The handler crashed at a valid delivery: it closed the connection without an answer (${problem}), and nothing listens there now.`
      : `The handler did not answer ${anyAnswered ? 'every valid delivery ' : ''}(${problem}), so nothing else was tried.`,
  }
}

function changeForSilence(problem: string, anyAnswered: boolean, ended: boolean): string {
  if (problem === 'TIMEOUT') return 'Answer before the work is done, and look for what the handler waits for.'
  if (ended) return 'Look in the handler’s log for the error that ended it, and catch it: answer 500 and stay.'
  if (anyAnswered)
    return 'Look in the handler’s log for why it broke off: it runs, because it answered another delivery.'
  return problem === 'ECONNREFUSED' || problem === 'ETIMEDOUT' || problem === 'EHOSTUNREACH'
    ? 'Start the handler, and check the host and port of its URL.'
    : 'Something listens there and closes the connection without an answer, as a handler does that crashes: look in its log. Check also that the URL has the right scheme, http or https.'
}

/** Why nothing more is sent after a valid delivery that was answered, but not 2xx. */
export function refusedSentences(
  status: number,
  location: string | null,
  anyTaken: boolean,
): RefusedWords & { isWorthASearch: boolean } {
  const answered = anyTaken
    ? `The handler took a valid delivery and answered ${status} to another, so nothing else was tried.`
    : `The handler answered ${status} to a valid delivery, so nothing else was tried.`
  const words = (more: string, change: string, isWorthASearch = false) => {
    const sentence = `${answered} ${more}`.trim()
    return { sentence, change, stopped: sentence, isWorthASearch }
  }
  if (anyTaken)
    return words(
      'Valid deliveries are not answered the same way each time.',
      'Look in the handler’s log for what fails now and then.',
    )
  if (status >= 300 && status < 400)
    return words(
      location === null ? 'It redirects.' : `It redirects to ${location}.`,
      location === null
        ? 'Senders do not follow redirects: let this URL answer itself.'
        : `Senders do not follow redirects. Check ${location} instead, and configure that URL at the sender, or let this URL answer itself.`,
    )
  if (status === 405) return words('It takes no POST at this URL.', 'Check the path, and route POST there.')
  if (status === 429)
    return words('It limits how often it is asked.', 'Take the limit off for this URL while it is checked.')
  if (status >= 500)
    return words(
      'It failed while it handled the delivery.',
      'Look in the handler’s log for the error; its answer is shown below.',
      true,
    )
  if (status === 404)
    return words(
      'There may be nothing at this path.',
      'Check the path of the URL, then the secret and the scheme.',
      true,
    )
  return words('', 'Check the secret, the scheme and the path: no cause was found in what it answers.', true)
}

/** Why nothing more is sent where a web page answers whatever is sent. */
export function webPageSentences(status: number, title: string | null, isLogin: boolean): RefusedWords {
  const page = `${isLogin ? 'A login page' : 'A web page'}${title === null ? '' : ` ("${title}")`}`
  const sentence = `${page} answers ${status}, also to a delivery without a signature: it is not the handler that answers.`
  return {
    sentence,
    change: isLogin
      ? 'Exempt the route from the login, and check the path of the URL.'
      : 'Check the path and port of the URL: the page answers whatever is sent there.',
    stopped: `${sentence} Nothing else was tried.`,
  }
}
