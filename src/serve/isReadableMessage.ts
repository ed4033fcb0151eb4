/**
 * Whether oRPC's wire can take a message of a WebSocket: JSON text with an id and, for a request (the kind
 * that needs no `t`), an address. Checked first, because oRPC throws on anything else and prints the stack.
 */
export function isReadableMessage(data: unknown): boolean {
  // Only a call that carries a file is binary, and the contract has none.
  if (typeof data !== 'string') return false
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return false
  }
  if (!isRecord(message) || typeof message['i'] !== 'string') return false
  const { t: kind, p: payload } = message
  if (kind === abort) return true
  if (!isRecord(payload)) return false
  if (kind !== undefined && kind !== request) return true
  const { u: address, h: headers = {} } = payload
  return typeof address === 'string' && URL.canParse(address, 'http://orpc') && isRecord(headers)
}

const request = 1
const abort = 4

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
