/**
 * Access to the control side. A page on any web site can make a browser send requests to a loopback port, by
 * name (rebinding) or by address, so three things are asked of every request: the exact Host that we answer as, the
 * exact Origin where the browser names one, and the token. Nothing leans on cookies (not isolated by
 * port), on Sec-Fetch headers (absent in rebinding over http) or on preflights.
 */
import { headerValues } from '../shared/headers.ts'
import { urlHost } from '../shared/loopback.ts'
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
  /** Such as "http://127.0.0.1:4680": for programs on this machine. */
  origin: string
  /** The origin of the page: the first of the names, else `origin`. */
  pageOrigin: string
  /** @param rawHeaders Node's flat list: `headers` keeps only the first of two Host lines. */
  check(rawHeaders: readonly string[], ticket: Ticket): Refusal
}

/** The WebSocket subprotocol that is spoken; a page offers it together with `hookscope.token.<token>`. */
export const socketProtocol = 'hookscope'
const tokenProtocol = 'hookscope.token.'

/** The port and address that the server listens on, and its names. */
export interface Listening {
  port: number
  /** The address that it listens on. */
  address: string
  /** Names that clients may use in addition to the address, as NAME or NAME:PORT in lower case, such as the name of a proxy. */
  names: readonly string[]
}

/** @param currentToken the token that is good now */
export function createGuard({ port, address, names }: Listening, currentToken: () => string): Guard {
  const host = urlHost(address)
  const authority = port === 80 ? host : `${host}:${port}`
  const origin = `http://${authority}`
  const pageOrigin = names[0] === undefined ? origin : `http://${names[0]}`
  const authorities = new Set([authority, ...names])
  const pages = new Set([origin, ...names.flatMap((name) => [`http://${name}`, `https://${name}`])])
  return {
    origin,
    pageOrigin,
    check: (rawHeaders, ticket) => {
      const hosts = headerValues(rawHeaders, 'host')
      if (hosts.length !== 1 || !authorities.has(hosts[0] ?? '')) {
        return forbidden(`This address answers only as ${pageOrigin}. Open it by that name.`)
      }
      const origins = headerValues(rawHeaders, 'origin')
      if (origins.length > 1 || (origins[0] !== undefined && !pages.has(origins[0]))) {
        return forbidden(`Pages of other sites may not call this address. Open ${pageOrigin} itself.`)
      }
      if (ticket === 'none') return null
      if (ticket === 'page')
        return origins.length === 1 ? null : forbidden(`Only the page at ${pageOrigin} may call this.`)
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
