import type { Socket } from 'node:net'
import { backOff } from '../../../shared/basics/backOff.ts'

/** The part of the client that opens sockets to the server. */
export interface TunnelCluster {
  open(): void
  on(event: 'open', listener: (socket: Socket) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

interface SlotOptions {
  /** Sockets to hold open. */
  sockets: number
  /** No socket is left, or none could be opened. Called once until one works again. */
  onDoubt(reason: string): void
}

export interface Slots {
  /** Opens all sockets again. */
  refresh(): void
  stop(): void
}

const keepAliveMs = 15_000
/** Data that was written before the end still has to reach the server. */
const lingerMs = 500
/** A socket that carried nothing and closed within this time was refused, ms. */
const livedMs = 10_000
const openMs = 10_000
const trustMs = 1000
/** Opens per second, also of sockets that carry something, and at once: enough for any load, far from a storm. */
const maxPerSecond = 1000
const maxAtOnce = 100

/**
 * Repairs what the client does with its sockets to the server, from outside of it:
 * - it listens to every chunk as text, only to count requests: that listener goes;
 * - a receiver that resets leaves its socket half closed for ever, and the slot is lost: it is destroyed;
 * - it opens a new socket at once, and as often as one dies: here one that carried something is replaced at once, one
 *   that did not after a growing pause;
 * - a connection that fails is never replaced: here its slot is filled again.
 * Opens all sockets; the client must not have opened any before.
 */
export function keepSlots(cluster: TunnelCluster, options: SlotOptions): Slots {
  const keeper = new SlotKeeper(cluster.open.bind(cluster), options)
  // The client asks for a socket whenever one dies; only the keeper knows how many are missing.
  cluster.open = () => undefined
  cluster.on('open', (socket) => keeper.opened(socket))
  cluster.on('error', () => keeper.refused())
  keeper.fill()
  return keeper
}

class SlotKeeper implements Slots {
  readonly #open: () => void
  readonly #options: SlotOptions
  readonly #alive = new Set<Socket>()
  /** Limits of connections that are being opened. The client does not say which is which; their number is enough. */
  readonly #pending: NodeJS.Timeout[] = []
  #failures = 0
  #isDoubted = false
  #stopped = false
  #retry: NodeJS.Timeout | undefined
  #trust: NodeJS.Timeout | undefined
  #allowance = { opens: maxAtOnce, at: Date.now() }

  constructor(open: () => void, options: SlotOptions) {
    this.#open = open
    this.#options = options
  }

  /** Opens what is missing, as far as it may now. */
  fill(): void {
    if (this.#stopped || this.#retry !== undefined) return
    // After failures one socket shows whether it is worth while.
    const wanted = this.#failures === 0 ? this.#options.sockets : 1
    while (this.#alive.size + this.#pending.length < wanted) {
      if (!this.#mayOpen()) {
        this.#fillIn(2)
        return
      }
      const limit = setTimeout(() => {
        this.#pending.splice(this.#pending.indexOf(limit), 1)
        this.#failed('The tunnel server does not take the connections of the tunnel.')
      }, openMs)
      this.#pending.push(limit)
      this.#open()
    }
  }

  opened(socket: Socket): void {
    clearTimeout(this.#pending.shift())
    if (this.#stopped) {
      socket.destroy()
      return
    }
    const openedAt = Date.now()
    this.#alive.add(socket)
    socket.removeAllListeners('data')
    socket.setKeepAlive(true, keepAliveMs)
    socket.setNoDelay(true)
    socket.once('finish', () => setTimeout(() => socket.destroy(), lingerMs).unref())
    this.#tryTrust()
    socket.once('close', () => {
      if (!this.#alive.delete(socket) || this.#stopped) return
      if (socket.bytesRead > 0 || Date.now() - openedAt >= livedMs) this.#works()
      else this.#failed('The tunnel server closes the connections of the tunnel.')
    })
  }

  refused(): void {
    clearTimeout(this.#pending.shift())
    this.#failed('The tunnel server refuses the connections of the tunnel.')
  }

  refresh(): void {
    const old = [...this.#alive]
    this.#alive.clear()
    for (const socket of old) socket.destroy()
    this.#failures = 0
    this.#fillNow()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#retry)
    clearTimeout(this.#trust)
    for (const limit of this.#pending.splice(0)) clearTimeout(limit)
    for (const socket of this.#alive) socket.end(() => socket.destroy())
  }

  #mayOpen(): boolean {
    const now = Date.now()
    const earned = ((now - this.#allowance.at) * maxPerSecond) / 1000
    const opens = Math.min(maxAtOnce, this.#allowance.opens + earned)
    this.#allowance = { opens: opens >= 1 ? opens - 1 : opens, at: now }
    return opens >= 1
  }

  #fillIn(ms: number): void {
    this.#retry ??= setTimeout(() => this.#fillNow(), ms)
  }

  #fillNow(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.fill()
  }

  #failed(reason: string): void {
    if (this.#stopped) return
    // Failures during the wait belong to the same round.
    if (this.#retry === undefined) this.#failures += 1
    this.#fillIn(backOff(this.#failures - 1, Math.random(), { min: 200, max: 10_000 }))
    this.#tryTrust()
    if (this.#alive.size > 0 || this.#isDoubted) return
    this.#isDoubted = true
    this.#options.onDoubt(reason)
  }

  /** After failures, a socket that lasts a while shows that the others may be opened again. */
  #tryTrust(): void {
    clearTimeout(this.#trust)
    if (this.#failures > 0 && this.#alive.size > 0) this.#trust = setTimeout(() => this.#works(), trustMs)
  }

  #works(): void {
    clearTimeout(this.#trust)
    this.#failures = 0
    this.#isDoubted = false
    this.#fillNow()
  }
}
