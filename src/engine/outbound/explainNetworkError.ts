import type { NetworkFailure } from '../../shared/codes/callFailures.ts'

/** Why a request came to no whole answer. */
export interface NetworkProblem {
  /** The system's or library's code, such as ECONNREFUSED. */
  code: string
  why: NetworkFailure
  /** It will not pass, so retrying is useless: an untrusted certificate, no address at all. */
  lasting: boolean
}

type Plain = Exclude<Extract<NetworkFailure, { fields: { system: string } }>['code'], 'network-error'>

/**
 * Turns what Node or undici threw into what happened.
 * @param proxy address of the proxy on the way, or null
 */
export function explainNetworkError(error: unknown, url: string, proxy: string | null = null): NetworkProblem {
  const code = codeOf(error)
  // A certificate comes from the other end: the proxy was passed.
  const through = proxy === null || code.includes('CERT') ? null : hostOf(proxy)
  const fields = { host: hostOf(url), system: code, proxy: through }
  const ofProxy = through === null ? null : proxyProblem(code, error)
  if (ofProxy !== null) return { code: ofProxy.code, why: { code: ofProxy.why, fields }, lasting: false }
  const lasting = lastingProblem(code)
  const why = lasting ?? passingProblem(code)
  return why === null
    ? { code, why: { code: 'network-error', fields: { ...fields, words: wordsOf(error) } }, lasting: false }
    : { code, why: { code: why, fields }, lasting: lasting !== null }
}

/** The proxy is the only one that was spoken to, so it is named; which of the two failed is often not known. */
function proxyProblem(code: string, error: unknown): { code: string; why: Plain } | null {
  // undici's own abort, unlike a requested one, has a code: the proxy did not answer CONNECT with 200.
  if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_ABORTED') {
    return { code: 'PROXY_REFUSED', why: 'proxy-refused' }
  }
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return { code: 'PROXY_UNREACHABLE', why: 'proxy-unreachable' }
    default:
      return null
  }
}

/** The readable name and port of a URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function passingProblem(code: string): Plain | null {
  switch (code) {
    case 'ECONNREFUSED':
      return 'not-listening'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'name-unresolved'
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'connection-closed'
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'connect-timeout'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'no-route'
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return 'answer-timeout'
    case 'ABORT_ERR':
    case 'UND_ERR_ABORTED':
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return 'cancelled'
    default:
      return null
  }
}

function lastingProblem(code: string): Plain | null {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'certificate-untrusted'
    case 'ERR_INVALID_URL':
      return 'address-incomplete'
    default:
      break
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'not-tls'
  return code.startsWith('HPE_') ? 'not-http' : null
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

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
