/** Why a request came to no whole answer. */
export interface NetworkProblem {
  /** The system's or library's code, such as ECONNREFUSED. */
  code: string
  /** What happened, as a sentence for a person. */
  cause: string
  /** The cause, and what to do next. */
  message: string
  /** It will not pass by itself, so that trying again is of no use: an untrusted certificate, no address at all. */
  lasting: boolean
}

/** Turns what Node or undici threw into a code and a sentence: what happened, why, what to do next. */
export function explainNetworkError(error: unknown, url: string): NetworkProblem {
  const code = codeOf(error)
  const host = hostOf(url)
  return (
    lastingProblem(code, host) ?? passingProblem(code, host) ?? problem(code, `${host}: ${messageOf(error)}.`, null)
  )
}

/** Puts a problem together: `advice` says what to do, null when there is nothing to say. */
export function problem(code: string, cause: string, advice: string | null, lasting = false): NetworkProblem {
  return { code, cause, message: advice === null ? cause : `${cause} ${advice}`, lasting }
}

/** The name and port that a person knows a URL by. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function passingProblem(code: string, host: string): NetworkProblem | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return problem(code, `Nothing listens at ${host}.`, 'Check the address, and that the service is running.')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return problem(code, `The name ${host} could not be resolved.`, 'Check the address and the network.')
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return problem(code, `${host} closed the connection before it had answered.`, 'Try again.')
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return problem(
        code,
        `No connection to ${host} within 10 s.`,
        'Check the network, a proxy or a firewall on the way.',
      )
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return problem(code, `There is no way to ${host} from here.`, 'Check the network.')
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return problem(code, `${host} took too long to answer.`, 'Try again.')
    case 'ABORT_ERR':
    case 'UND_ERR_ABORTED':
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return problem(code, `The request to ${host} was cancelled.`, null)
    default:
      return undefined
  }
}

function lastingProblem(code: string, host: string): NetworkProblem | undefined {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return problem(
        code,
        `The TLS certificate of ${host} is not trusted (${code}).`,
        'Check the address and the certificate.',
        true,
      )
    case 'ERR_INVALID_URL':
      return problem(
        code,
        `"${host}" is not a complete address.`,
        'Give one that starts with http:// or https://.',
        true,
      )
    default:
      break
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    const advice = 'Check whether the address should begin with http:// instead of https://, and the port.'
    return problem(code, `${host} does not speak TLS (${code}).`, advice, true)
  }
  if (code.startsWith('HPE_')) {
    return problem(code, `${host} did not answer in HTTP (${code}).`, 'Check the address and the port.', true)
  }
  return undefined
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (typeof error !== 'object' || error === null) return 'UNKNOWN'
  // Node's AbortError has a number as its code.
  if (error instanceof Error && error.name === 'AbortError') return 'ABORT_ERR'
  if ('code' in error && typeof error.code === 'string') return error.code
  // undici's parser leaves out the code of some errors.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_INVALID'
  if ('cause' in error && error.cause !== undefined) return codeOf(error.cause)
  return 'UNKNOWN'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
