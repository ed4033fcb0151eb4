import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import type { CheckTargetProblem } from '../../../shared/codes/checkTargets.ts'
import { isLoopback } from '../../../shared/loopback.ts'

/** Where the requests of a run go: the address is looked up once, so that a name cannot lead elsewhere later. */
export interface Target {
  url: URL
  hostname: string
  address: string
  port: number
  secure: boolean
  loopback: boolean
}

export interface TargetLimits {
  /** Any host, not only this machine. */
  allowRemote: boolean
  /** Ports of our own on this machine, to which nothing is sent. */
  closedPorts: ReadonlySet<number>
}

/** For one try, ms. */
const connectMs = 2000

/** The handler's address, or why nothing can be sent there. */
export async function resolveTarget(
  text: string,
  { allowRemote, closedPorts }: TargetLimits,
): Promise<{ ok: true; target: Target } | { ok: false; problem: CheckTargetProblem }> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return { ok: false, problem: 'not-an-address' }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'has-credentials' }
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(hostname) === 0 ? await addressesOf(hostname) : [hostname]
  const [first] = addresses
  if (first === undefined) return { ok: false, problem: 'unknown-host' }
  const secure = url.protocol === 'https:'
  const port = Number(url.port) || (secure ? 443 : 80)
  // "localhost" leads to two addresses, and many servers listen on one of them only.
  const address = addresses.length === 1 ? first : ((await firstOpen(addresses, port)) ?? first)
  const loopback = isLoopback(address)
  if (!loopback && !allowRemote) return { ok: false, problem: 'remote' }
  if (loopback && closedPorts.has(port)) return { ok: false, problem: 'our-own' }
  return { ok: true, target: { url, hostname, address, port, secure, loopback } }
}

async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true }).catch(() => [])
  return found.toSorted((a, b) => a.family - b.family).map(({ address }) => address)
}

async function firstOpen(addresses: readonly string[], port: number): Promise<string | null> {
  for (const host of addresses.filter(isLoopback)) if (await isOpen(host, port)) return host
  return null
}

async function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectMs })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
}
