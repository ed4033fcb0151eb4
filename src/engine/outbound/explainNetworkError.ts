/** Turns what Node or undici threw into a code and a sentence: what happened, why, what to do next. */
export function explainNetworkError(error: unknown, url: string): { code: string; message: string } {
  const code = codeOf(error)
  const host = hostOf(url)
  return { code, message: sentence(code, host) ?? `${host}: ${messageOf(error)}` }
}

function sentence(code: string, host: string): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${host}. Check the address, and that the service is running.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} could not be resolved. Check the address and the network.`
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return `${host} closed the connection before it had answered. Try again.`
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `No connection to ${host} within 10 s. Check the network, a proxy or a firewall on the way.`
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return `${host} took too long to answer. Try again.`
    case 'ABORT_ERR':
      return `The request to ${host} was cancelled.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_HAS_EXPIRED':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The TLS certificate of ${host} is not trusted (${code}). Check the address and the certificate.`
    case 'HPE_INVALID_CONSTANT':
      return `${host} did not answer in HTTP. Check the address and the port.`
    case 'ERR_INVALID_URL':
      return `"${host}" is not a complete address. Give one that starts with http:// or https://.`
    default:
      return undefined
  }
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if (typeof error !== 'object' || error === null) return 'UNKNOWN'
  if ('code' in error && typeof error.code === 'string') return error.code
  if ('cause' in error && error.cause !== undefined) return codeOf(error.cause)
  return error instanceof Error && error.name === 'AbortError' ? 'ABORT_ERR' : 'UNKNOWN'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
