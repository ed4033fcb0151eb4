import { createListeners } from '../../shared/basics/listeners.ts'
import type { CheckResult } from './checkTunnel.ts'
import { defaultTiming, type TunnelTiming } from './types.ts'
import { offMachine, type TunnelEffect, type TunnelEvent, type TunnelMachine } from './machineTypes.ts'
import { nextProvider } from './findProvider.ts'
import { SessionChecks, startKnocking } from './sessionChecks.ts'
import { step } from './tunnelMachine.ts'
import { openSession, problemOfOpening } from './openSession.ts'
import { redacted } from './readTunnelOptions.ts'
import type { TunnelRunOptions } from './tunnelRunOptions.ts'
import { TunnelMemory } from './tunnelMemory.ts'
import { tunnelView, type TunnelViewFacts } from './tunnelViews.ts'
import type { TunnelProvider, TunnelSession } from './providers/provider.ts'
import type { Tunnel } from '../../shared/wireTypes.ts'

/** Named timers: setting one again puts it off. */
class Timers {
  readonly #running = new Map<string, NodeJS.Timeout>()

  set(name: string, ms: number, then: () => void): void {
    this.clear(name)
    const timer = setTimeout(() => {
      this.#running.delete(name)
      then()
    }, ms)
    this.#running.set(name, timer)
  }

  clear(name: string): void {
    clearTimeout(this.#running.get(name))
    this.#running.delete(name)
  }
}

/** One tunnel: holds the machine's state, and does what the machine asks for. */
export class TunnelRun {
  readonly #options: TunnelRunOptions
  readonly #now: () => number
  readonly #none: TunnelProvider
  readonly #timers = new Timers()
  readonly #listeners = createListeners<[Tunnel]>()
  readonly #checks: SessionChecks
  readonly #memory: TunnelMemory
  readonly #closings = new Set<Promise<void>>()
  #machine: TunnelMachine
  #provider: TunnelProvider
  #values: Readonly<Record<string, string>> = {}
  #session: TunnelSession | null = null
  #opening: AbortController | null = null
  #stopKnocking: (() => void) | null = null
  #lastCheck: TunnelViewFacts['lastCheck'] = null
  #offer: Tunnel['offer'] = null

  constructor(options: TunnelRunOptions) {
    const none = options.providers.find(({ id }) => id === 'none')
    if (none === undefined) throw new Error('The provider "none" is missing.')
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#machine = offMachine(this.#now())
    this.#memory = new TunnelMemory(options.history)
    this.#none = none
    this.#provider = none
    this.#checks = new SessionChecks(options, (session, result) => this.#checked(session, result))
  }

  /** Read whenever a pause begins, so that a test can step through what would take minutes. */
  get timing(): TunnelTiming {
    return { ...defaultTiming, ...this.#options.timing }
  }

  view(): Tunnel {
    return tunnelView({
      machine: this.#machine,
      provider: this.#provider,
      history: this.#memory.history,
      previousUrl: this.#memory.previousUrl,
      lastCheck: this.#lastCheck,
      offer: this.#offer,
    })
  }

  onChange(listener: (view: Tunnel) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Opens a provider, whose values were checked; the view shows the outcome. */
  open(provider: TunnelProvider, values: Readonly<Record<string, string>>): void {
    this.#provider = provider
    this.#values = values
    this.#memory.begin(provider.id)
    this.#lastCheck = null
    this.#offer = null
    if (provider === this.#none) {
      this.#announce()
      return
    }
    const { reopen, minCheckIntervalMs, settleMs } = provider.traits
    this.#dispatch({
      type: 'open',
      reopen,
      checkIntervalMs: this.timing.checkIntervalMs ?? minCheckIntervalMs,
      settleMs: this.timing.settleMs ?? settleMs,
    })
  }

  /** Waits for deliveries in progress, then closes. */
  async close(): Promise<void> {
    if (this.#session !== null && this.#machine.state !== 'off') {
      await this.#options.whenQuiet?.(this.timing.drainMs)
      // The receiver has handed over its last answer; the tunnel has still to carry it.
      await new Promise<void>((resolve) => {
        setTimeout(resolve, this.timing.lingerMs)
      })
    }
    if (this.#machine.state !== 'off') this.#dispatch({ type: 'close' })
    this.#checks.abort()
    await Promise.all(this.#closings)
  }

  /** The machine woke up, its network changed, or the user asks for a check. */
  stir(): void {
    if (this.#machine.state !== 'off') this.#dispatch({ type: 'stirred' })
  }

  /** Resolves when the check that this brings about has ended; at once when there is nothing to check. */
  async checkNow(): Promise<void> {
    this.stir()
    await this.#checks.done
  }

  #dispatch(event: TunnelEvent): void {
    const now = this.#now()
    const random = (this.#options.random ?? Math.random)()
    const { machine, effects } = step(this.#machine, event, { now, random, timing: this.timing })
    this.#machine = machine
    if (machine.state === 'online' || machine.state === 'off') this.#offer = null
    if (this.#memory.note(machine, this.#provider.id, now)) this.#options.keep?.(this.#memory.history)
    for (const effect of effects) this.#do(effect)
    this.#announce()
  }

  #do(effect: TunnelEffect): void {
    switch (effect.type) {
      case 'open':
        this.#waitFor(this.#open(effect.accept))
        break
      case 'cancel-open':
        this.#opening?.abort()
        this.#opening = null
        break
      case 'open-in':
        this.#timers.set('open', effect.ms, () => this.#dispatch({ type: 'open-due' }))
        break
      case 'close-session':
        this.#closeSession()
        break
      case 'refresh':
        this.#session?.refresh?.()
        break
      case 'check':
        this.#timers.clear('check')
        if (this.#session !== null) this.#checks.start(this.#session, effect.deadlineMs)
        break
      case 'check-in':
        this.#timers.set('check', effect.ms, () => this.#dispatch({ type: 'check-due' }))
        break
      case 'stop-timers':
        this.#timers.clear('open')
        this.#timers.clear('check')
        break
      case 'knock':
        this.#knock(effect.on)
        break
      case 'offer':
        void this.#findOffer()
        break
    }
  }

  async #open(accept: 'same' | 'any'): Promise<void> {
    const controller = new AbortController()
    this.#opening = controller
    const { target, name } = this.#options
    let mine: TunnelSession | null = null
    const isMine = () => mine !== null && mine === this.#session
    try {
      mine = await openSession(this.#provider, target, {
        values: this.#values,
        name,
        accept,
        signal: AbortSignal.any([controller.signal, AbortSignal.timeout(this.timing.openDeadlineMs)]),
        log: (line) => this.#log(line),
        onLost: ({ why }) => {
          if (isMine()) this.#dispatch({ type: 'lost', why })
        },
        onDoubt: () => {
          if (isMine()) this.#dispatch({ type: 'doubt' })
        },
      })
      if (controller.signal.aborted) {
        await mine.close()
        return
      }
      this.#opening = null
      this.#closeSession()
      this.#session = mine
      this.#dispatch({ type: 'opened', publicUrl: mine.publicUrl })
    } catch (error) {
      if (controller.signal.aborted) return
      this.#opening = null
      const { code, why, message } = problemOfOpening(error, this.#provider.label, this.timing.openDeadlineMs)
      this.#log(message)
      this.#dispatch({ type: 'open-failed', code, why })
    }
  }

  #closeSession(): void {
    const session = this.#session
    this.#session = null
    if (session !== null) this.#waitFor(session.close())
  }

  #waitFor(closing: Promise<void>): void {
    const closed = closing
      .catch((error: unknown) => this.#log(String(error)))
      .finally(() => this.#closings.delete(closed))
    this.#closings.add(closed)
  }

  #checked(session: TunnelSession, result: CheckResult): void {
    if (session !== this.#session) return
    this.#lastCheck = { at: this.#now(), why: result.ok ? null : result.why }
    if (result.ok) this.#dispatch({ type: 'passed', latencyMs: result.latencyMs })
    else this.#dispatch({ type: 'check-failed', why: result.why, gone: result.gone })
  }

  #knock(on: boolean): void {
    this.#stopKnocking?.()
    this.#stopKnocking = null
    const { knock } = this.#provider
    if (!on || knock === undefined) return
    const values = this.#values
    this.#stopKnocking = startKnocking({
      everyMs: this.timing.knockMs,
      knock: async (signal) => knock(values, signal),
      onBack: () => this.#dispatch({ type: 'server-back' }),
    })
  }

  async #findOffer(): Promise<void> {
    const provider = this.#provider
    const next = await nextProvider(this.#options.providers, provider)
    const { state } = this.#machine
    if (provider !== this.#provider || next === null || state === 'online' || state === 'off') return
    this.#offer = next
    this.#announce()
  }

  #log(line: string): void {
    this.#options.log?.(`${this.#provider.id}: ${redacted(line, this.#provider.options, this.#values)}`)
  }

  #announce(): void {
    this.#listeners.call(this.view())
  }
}
