import { joinedPath } from '../../shared/joinedPath.ts'
import { isLoopback } from '../../shared/loopback.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { ExpectedFailure, noEnvironment } from '../failures/expectedFailure.ts'
import { isOwnOrigin, type OurAddresses, refusalOf } from '../forwarding/ourAddresses.ts'
import type { Refuse } from '../outbound/guardedConnector.ts'

/** Where a run goes to. */
export interface SendTarget {
  /** Absolute, without a fragment. */
  url: string
  /** The environment whose receiver it is; null for an app. */
  receiverOf: string | null
  /** Asked about each address before it is connected to. */
  refuse: Refuse
}

/** A request to the target of a player. */
export interface PlayRequest {
  method: string
  /** Path and query behind those of the target; empty for the target itself. */
  path: string
  /** Without those of a connection, such as Host and Content-Length. */
  headers: readonly HeaderLine[]
  body: Uint8Array
  /** `fresh` (default): as the player signs. `as-it-came`: with the headers and body that are given. */
  sign?: 'fresh' | 'as-it-came' | undefined
}

export interface TargetTools {
  environments: Pick<Environments, 'get' | 'view' | 'route'>
  /** Where deliveries come in on this machine. */
  receiver: { origin: string; port: number }
  /** All of ours but the receiver's port, and the receiver's. */
  ours: OurAddresses
}

/**
 * Decides where a run goes: to the receiver of an environment, or to an address, which is on this machine unless the person
 * named its host. Nothing goes to another port of ours, however its address is written. Throws ExpectedFailure.
 */
export function sendTarget(
  { environments, receiver, ours }: TargetTools,
  { to, allowHost, environmentId }: { to: string | undefined; allowHost: string | undefined; environmentId: string },
): SendTarget {
  if (to === undefined) {
    const record = environments.get(environmentId)
    if (record === undefined) throw noEnvironment(environmentId)
    const url = receiver.origin + environments.view(record).receiverPath
    return { url, receiverOf: environmentId, refuse: beyond(null) }
  }
  const { hostname, host, origin, port, pathname, protocol, href } = new URL(to)
  const isHere = isLoopback(hostname)
  if (isHere && Number(port || (protocol === 'https:' ? 443 : 80)) === receiver.port) {
    const receiverOf = environments.route(pathname)
    if (receiverOf === null) throw new ExpectedFailure({ code: 'leads-to-hookscope', fields: {} })
    return { url: href, receiverOf, refuse: beyond(null) }
  }
  if (isOwnOrigin(origin, ours)) throw new ExpectedFailure({ code: 'sends-to-itself', fields: {} })
  const isAllowed = [host, hostname].includes(allowHost?.trim().toLowerCase() ?? '')
  if (!isHere && !isAllowed) throw new ExpectedFailure({ code: 'host-not-allowed', fields: { host: hostname } })
  const ownPort = refusalOf(ours)
  const elsewhere = beyond(isAllowed ? hostname : null)
  return { url: href, receiverOf: null, refuse: (at, number) => ownPort(at, number) ?? elsewhere(at, number) }
}

/** Refuses addresses beyond this machine, unless a host was allowed. */
function beyond(allowed: string | null): Refuse {
  return (address) => (allowed !== null || isLoopback(address) ? null : `${address} is not on this machine`)
}

/** The address of one request: that of the target with what is behind it. Throws ExpectedFailure where that leads out of it. */
export function urlWithPath(target: string, rest: string): string {
  if (rest === '') return target
  const { origin, pathname, search } = new URL(target)
  const path = joinedPath({ path: pathname, query: search.slice(1) }, rest)
  if (path === null) throw new ExpectedFailure({ code: 'path-leads-up', fields: {} })
  return origin + path
}
