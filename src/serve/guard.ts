/**
 * Access to the control side. A page on any web site can make a browser send requests to a loopback port, by
 * name (rebinding) or by address, so three things are asked of every request: the exact Host that we listen on, the
 * exact Origin where the browser names one, and the token. Nothing leans on cookies (not isolated by
 * port), on Sec-Fetch headers (absent in rebinding over http) or on preflights.
 */
import { headerValues } from '../shared/headers.ts'
import { sameText } from './session/sameText.ts'

/** Why a request is refused; null when it may pass. */
export type Refusal = {
  status: 401 | 403 | 404
  code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND'
  detail: string
} | null

/**
 * Required of a request besides Host and Origin: nothing (the page's own files), that it names the Origin (a page
 * that has no token yet), or the token.
 */
export type Ticket = 'none' | 'page' | 'bearer' | 'socket'

export interface Guard {
  /** Such as "http://127.0.0.1:4680". */
  origin: string
  /** @param rawHeaders Node's flat list: `headers` keeps only the first of two Host lines. */
  check(rawHeaders: readonly string[], ticket: Ticket): Refusal
}

/** The WebSocket subprotocol that is spoken; a page offers it together with `hookscope.token.<token>`. */
export const socketProtocol = 'hookscope'
const tokenProtocol = 'hookscope.token.'

/** @param port the port we listen on, @param currentToken the token that is good now */
export function createGuard(port: number, currentToken: () => string): Guard {
  const authority = port === 80 ? '127.0.0.1' : `127.0.0.1:${port}`
  const origin = `http://${authority}`
  return {
    origin,
    check: (rawHeaders, ticket) => {
      const hosts = headerValues(rawHeaders, 'host')
      if (hosts.length !== 1 || hosts[0] !== authority) {
        return forbidden(`This address answers only as ${origin}. Open it by that name.`)
      }
      const origins = headerValues(rawHeaders, 'origin')
      if (origins.length > 1 || (origins[0] !== undefined && origins[0] !== origin)) {
        return forbidden(`Pages of other sites may not call this address. Open ${origin} itself.`)
      }
      if (ticket === 'none') return null
      if (ticket === 'page') return origins.length === 1 ? null : forbidden(`Only the page at ${origin} may call this.`)
      const token = currentToken()
      const bearer = carriesBearer(rawHeaders, token)
      if (bearer) return null
      // A page's WebSocket can carry no header of its own, but its browser always names the origin.
      if (ticket === 'socket' && origins.length === 1 && offersToken(rawHeaders, token)) return null
      return unauthorized
    },
  }
}

function forbidden(detail: string): Refusal {
  return { status: 403, code: 'FORBIDDEN', detail }
}

const unauthorized: Refusal = {
  status: 401,
  code: 'UNAUTHORIZED',
  detail: 'This call needs the header "Authorization: Bearer TOKEN" with the token that `hookscope serve` printed.',
}

function carriesBearer(rawHeaders: readonly string[], token: string): boolean {
  const values = headerValues(rawHeaders, 'authorization')
  const [value = ''] = values
  return values.length === 1 && /^bearer /i.test(value) && sameText(value.slice('bearer '.length), token)
}

function offersToken(rawHeaders: readonly string[], token: string): boolean {
  return headerValues(rawHeaders, 'sec-websocket-protocol')
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .some((value) => value.startsWith(tokenProtocol) && sameText(value.slice(tokenProtocol.length), token))
}
