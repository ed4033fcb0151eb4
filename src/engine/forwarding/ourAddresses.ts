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

/** The same for hosts that were not allowed: connects to loopback only, whatever a name resolves to. */
export function refusalBeyondLoopback(ours: OurAddresses): (address: string, port: number) => string | null {
  const refuse = refusalOf(ours)
  return (address, port) => {
    if (isLoopback(address)) return refuse(address, port)
    return `${address} is not this machine, and this host was not allowed for forwarding, so nothing was sent`
  }
}

/**
 * Says at once what would be refused for every delivery. Throws ForwardProblem.
 * @param allowedHosts hosts beyond this machine that the user allows
 */
export async function checkTarget(
  { origin }: ForwardTarget,
  ours: OurAddresses,
  allowedHosts: readonly string[],
): Promise<void> {
  const { hostname, port, protocol } = new URL(origin)
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  const refuse = refusalOf(ours)
  // An app that cannot be found yet may come up later.
  const found = await addressesOf(hostname)
  if (found.some(({ address }) => refuse(address, number) !== null)) {
    throw new ForwardProblem({ code: 'forward-target-own-port', fields: { port: number } })
  }
  if (isOwnOrigin(origin, ours)) throw new ForwardProblem({ code: 'forward-target-leads-back', fields: {} })
  if (!isLocal(found) && !isNamed(origin, allowedHosts)) {
    throw new ForwardProblem({ code: 'forward-host-not-allowed', fields: { host: hostname } })
  }
}

/** Whether a request may go to this origin: it is on this machine, or the user allowed its host. */
export async function isAllowedTarget(origin: string, allowedHosts: readonly string[]): Promise<boolean> {
  return isNamed(origin, allowedHosts) || isLocal(await addressesOf(new URL(origin).hostname))
}

/** Whether the user allowed the host of an origin, with or without its port. */
export function isNamed(origin: string, hosts: readonly string[]): boolean {
  const { host, hostname } = new URL(origin)
  return hosts.some((allowed) => [host, hostname].includes(allowed.trim().toLowerCase()))
}

async function addressesOf(hostname: string): Promise<{ address: string }[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const known = addressOf(host)
  return known === null ? lookup(host, { all: true }).catch(() => []) : [{ address: known }]
}

function isLocal(found: readonly { address: string }[]): boolean {
  return found.length > 0 && found.every(({ address }) => isLoopback(address))
}

/** Whether an origin is the one through which deliveries come in, in either scheme and however its name is written. */
export function isOwnOrigin(origin: string, { publicOrigin }: OurAddresses): boolean {
  return placeOf(origin) === placeOf(publicOrigin())
}

function placeOf(origin: string): string {
  // Empty for the usual port of the scheme.
  const { hostname, port } = new URL(origin)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
