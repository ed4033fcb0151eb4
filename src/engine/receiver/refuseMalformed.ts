import type { Connection, ConnectionRefusal } from './connection.ts'

/** An error that Node's server reports as "clientError". */
type ClientError = Error & { code?: string | undefined }

/**
 * Node counts the time to the first head from the opening of the socket. Tunnels and browsers open sockets ahead and
 * send nothing until there is something to send, so this expiry means nothing. It comes once; when a request begins
 * later, Node starts the time again.
 */
function isIdleExpiry(error: ClientError, connection: Connection): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && connection.socket.bytesRead === 0
}

const refusals: Record<string, ConnectionRefusal> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers what Node's parser could not read as a request, or what did not come in time. */
export function refuseMalformed(error: ClientError, connection: Connection): void {
  if (isIdleExpiry(error, connection)) return
  connection.refuse(refusals[error.code ?? ''] ?? 400)
}
