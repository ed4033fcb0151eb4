import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'

/** Why nothing may connect to this address (an IP, however it was written) and port, as a sentence; null when it may. */
export type Refuse = (address: string, port: number) => string | null

/** The connection was not opened: its address is refused. */
class RefusedAddress extends Error {
  override name = 'RefusedAddress'
  readonly code = 'REFUSED_ADDRESS'
}

/**
 * Opens connections, in HTTP/1.1, only to addresses that are not refused. The very address that is connected to is asked
 * about, so no spelling and no name leads around it.
 */
export function guardedConnector(
  connector: typeof buildConnector,
  refuse: Refuse,
  timeout: number,
): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    const known = addressOf(options.hostname)
    const refusal = known === null ? null : refuse(known, port)
    if (refusal !== null) {
      callback(new RefusedAddress(refusal), null)
      return
    }
    const guarded = guardedLookup((address) => refuse(address, port))
    connector({ timeout, allowH2: false, lookup: guarded })(options, callback)
  }
}

/** The address of a host that is known without a DNS lookup, or null: an IP, or a name that is loopback everywhere (RFC 6761). */
export function addressOf(hostname: string): string | null {
  if (isIP(hostname) !== 0) return hostname
  return /(^|\.)localhost\.?$/i.test(hostname) ? '127.0.0.1' : null
}

/** Looks names up as the system does, and fails when one of the addresses is refused. */
function guardedLookup(refuse: (address: string) => string | null): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const refusal = addresses.map(({ address }) => refuse(address)).find((reason) => reason !== null)
      if (refusal !== undefined) return callback(new RefusedAddress(refusal), '')
      const [first] = addresses
      if (options.all === true) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}
