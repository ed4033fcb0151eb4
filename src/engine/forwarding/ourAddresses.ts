import { lookup } from 'node:dns/promises'
import { isLoopback } from '../../shared/loopback.ts'
import { addressOf } from '../outbound/guardedConnector.ts'
import { type ForwardTarget, ForwardProblem } from './forwardTarget.ts'

/** Where we listen ourselves: nothing may be forwarded there, or a visitor of the receiver could steer us from within. */
export interface OurAddresses {
  /** Receiver, page and API, sandbox: all on loopback. */
  ports(): readonly number[]
  /** Where the outside reaches the receiver, without a path: forwarded there, a delivery would come again for ever. */
  publicOrigin(): string
}

/** Why a connection may not be opened, or null: the address is this machine's loopback, and the port is ours. */
export function refusalOf({ ports }: OurAddresses): (address: string, port: number) => string | null {
  return (address, port) => {
    if (!ports().includes(port) || !isLoopback(address)) return null
    return `Port ${port} is one of Hookscope’s own, so nothing is forwarded there`
  }
}

/** The same for hosts that nobody allowed: only loopback is connected to, whatever a name leads to. */
export function refusalBeyondLoopback(ours: OurAddresses): (address: string, port: number) => string | null {
  const refuse = refusalOf(ours)
  return (address, port) => {
    if (isLoopback(address)) return refuse(address, port)
    return `${address} is not this machine, and this host was not allowed for forwarding, so nothing was sent`
  }
}

/**
 * Says at once what would be refused for every delivery. Throws ForwardProblem.
 * @param allowedHosts hosts beside loopback; undefined allows every one
 */
export async function checkTarget(
  { origin }: ForwardTarget,
  ours: OurAddresses,
  allowedHosts?: readonly string[],
): Promise<void> {
  const { hostname, port, protocol } = new URL(origin)
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  const refuse = refusalOf(ours)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const known = addressOf(host)
  // An app that cannot be found yet may come up later.
  const found = known === null ? await lookup(host, { all: true }).catch(() => []) : [{ address: known }]
  if (found.some(({ address }) => refuse(address, number) !== null)) {
    throw new ForwardProblem({ code: 'forward-target-own-port', fields: { port: number } })
  }
  if (leadsBack(origin, ours)) throw new ForwardProblem({ code: 'forward-target-leads-back', fields: {} })
  const isLocal = found.length > 0 && found.every(({ address }) => isLoopback(address))
  if (!isLocal && allowedHosts?.includes(hostname) === false) {
    throw new ForwardProblem({ code: 'forward-host-not-allowed', fields: { host: hostname } })
  }
}

/** Whether an origin is the one through which deliveries come in, in either scheme and however its name is written. */
export function leadsBack(origin: string, { publicOrigin }: OurAddresses): boolean {
  return placeOf(origin) === placeOf(publicOrigin())
}

function placeOf(origin: string): string {
  // Empty for the usual port of the scheme.
  const { hostname, port } = new URL(origin)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
