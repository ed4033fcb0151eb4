import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
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
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('0.0.0.0')
  loopback.addAddress('::1', 'ipv6')
  loopback.addAddress('::', 'ipv6')
  return (address, port) => {
    if (!ports().includes(port) || !loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
    return `Port ${port} is one of Hookscope’s own, so nothing is forwarded there`
  }
}

/** Says at once what would be refused for every delivery. Throws ForwardProblem. */
export async function checkTarget({ origin }: ForwardTarget, ours: OurAddresses): Promise<void> {
  const { hostname, port, protocol } = new URL(origin)
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  const refuse = refusalOf(ours)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const known = addressOf(host)
  // An app that cannot be found yet may come up later.
  const found = known === null ? await lookup(host, { all: true }).catch(() => []) : [{ address: known }]
  const refusal = found.map(({ address }) => refuse(address, number)).find((reason) => reason !== null)
  if (refusal !== undefined) throw new ForwardProblem(`${refusal}. Give the port that your app listens on.`)
  if (leadsBack(origin, ours)) throw new ForwardProblem(circle)
}

export const circle =
  'This address leads back to the receiver, so each delivery would come again for ever. Give the address of your app.'

/** Whether an origin is the one through which deliveries come in, in either scheme and however its name is written. */
export function leadsBack(origin: string, { publicOrigin }: OurAddresses): boolean {
  return placeOf(origin) === placeOf(publicOrigin())
}

function placeOf(origin: string): string {
  // Empty for the usual port of the scheme.
  const { hostname, port } = new URL(origin)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
