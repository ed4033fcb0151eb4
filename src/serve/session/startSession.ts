import { createListeners } from '../../shared/basics/listeners.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { proofText } from '../../shared/sessionProof.ts'
import { type LaunchPages, launchPages } from './launchPages.ts'
import type { PageKey } from './pageKey.ts'
import { sameText } from './sameText.ts'

export interface SessionOptions {
  /** Address of the page, such as "http://127.0.0.1:4680". */
  origin: string
  key: PageKey
  dataFolder: string
  /** For tests: how long codes are good, ms. */
  codeLifeMs?: Partial<CodeLife> | undefined
  /** For tests: a monotonic clock, ms. */
  now?: (() => number) | undefined
}

export interface CodeLife {
  /** For an address that the user copies. Default one hour. */
  printed: number
  /** For an address that a browser is opened with. Default one minute. */
  launched: number
}

/** An address that leads one browser to the page, once. */
export interface OneTimeAddress {
  ui: string
  /** ISO 8601. */
  expiresAt: string
}

export interface Session {
  token(): string
  /** The answer to a page that comes with a code. */
  exchange(code: string): { kind: 'token'; token: string } | { kind: 'refused' } | { kind: 'wait'; seconds: number }
  /** Shows that this server has the key. */
  prove(nonce: string, asking: string): string
  folder: string
  newAddress(): OneTimeAddress
  /**
   * The path of a page that leads a browser on to such an address. The path may be where others can read it. The page
   * is removed when it was used, and after a minute. Throws what the system says.
   */
  launchFile(): string
  /** Makes a new key; the old one and all codes are no longer good. Throws when the new one cannot be kept. */
  renew(): void
  /** Called when there is a new key, before it is given to anyone. */
  onRenew(listener: () => void): void
  /** Ends all that came with an old key and is not answered yet: call it when the renewal was answered. */
  endOld(): void
  /** Called by `endOld`. */
  onEndOld(listener: () => void): void
  stop(): void
}

const monotonic = () => performance.now()
const wrongCodes = { max: 30, inMs: 10_000 }
const defaultLife: CodeLife = { printed: 3_600_000, launched: 60_000 }

/** Decides who gets the key of the browser shell, and how long it is valid. */
export function startSession({ origin, key, dataFolder, codeLifeMs, now = monotonic }: SessionOptions): Session {
  const life = { ...defaultLife, ...codeLifeMs }
  const codes = oneTimeCodes(now)
  const limit = attemptLimit(wrongCodes.max, wrongCodes.inMs, now)
  const launches: LaunchPages = launchPages(dataFolder)
  const timers = new Set<NodeJS.Timeout>()
  const listeners = createListeners()
  const renewals = createListeners()
  const addressOf = (code: string) => `${origin}/#code=${code}`
  return {
    token: key.token,
    folder: key.folder,
    exchange: (code) => {
      const seconds = limit.secondsToWait()
      if (seconds > 0) return { kind: 'wait', seconds }
      if (codes.use(code)) return { kind: 'token', token: key.token() }
      limit.countWrong()
      return { kind: 'refused' }
    },
    prove: (nonce, asking) => createHmac('sha256', key.token()).update(proofText(asking, nonce)).digest('base64url'),
    newAddress: () => ({
      ui: addressOf(codes.make(life.printed)),
      expiresAt: new Date(Date.now() + life.printed).toISOString(),
    }),
    launchFile: () => {
      let remove = () => {}
      const page = launches.write(addressOf(codes.make(life.launched, () => remove())))
      const timer = setTimeout(() => remove(), life.launched)
      timers.add(timer)
      remove = () => {
        clearTimeout(timer)
        timers.delete(timer)
        page.remove()
      }
      return page.file
    },
    renew: () => {
      key.renew()
      codes.clear()
      renewals.call()
    },
    onRenew: renewals.add,
    endOld: () => listeners.call(),
    onEndOld: listeners.add,
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      launches.stop()
    },
  }
}

interface AttemptLimit {
  /** Whole seconds until the next attempt is looked at; 0: now. */
  secondsToWait(): number
  /** Counts an attempt that was wrong. */
  countWrong(): void
}

/**
 * Lets `max` wrong attempts through in `windowMs`, then none until that time is over.
 * @param now a monotonic clock, ms
 */
function attemptLimit(max: number, windowMs: number, now: () => number): AttemptLimit {
  let wrong = 0
  let windowEndsAt = -Infinity
  return {
    secondsToWait: () => {
      const rest = windowEndsAt - now()
      return rest > 0 && wrong >= max ? Math.ceil(rest / 1000) : 0
    },
    countWrong: () => {
      if (now() >= windowEndsAt) {
        wrong = 0
        windowEndsAt = now() + windowMs
      }
      wrong += 1
    },
  }
}

interface OneTimeCodes {
  /**
   * @param lifeMs how long the code is good, ms
   * @param onUse called when it was used
   */
  make(lifeMs: number, onUse?: () => void): string
  /** Whether the code is good; from then on it is not. */
  use(code: string): boolean
  /** No code is good any more. */
  clear(): void
}

interface Code {
  text: string
  /** On the clock. */
  endsAt: number
  onUse: () => void
}

/** More than are needed at a time; only who has the key can ask for codes. */
const maxCodes = 1000

/**
 * Codes of 32 random bytes (base64url), each good once and for its time.
 * @param clock a monotonic one, ms
 */
function oneTimeCodes(clock: () => number): OneTimeCodes {
  let codes: Code[] = []
  return {
    make: (lifeMs, onUse = () => undefined) => {
      const now = clock()
      const text = randomBytes(32).toString('base64url')
      codes = [...codes.filter(({ endsAt }) => now < endsAt), { text, endsAt: now + lifeMs, onUse }].slice(-maxCodes)
      return text
    },
    use: (given) => {
      const now = clock()
      // All of them are compared, however early one fits.
      const fitting = codes.filter(({ text }) => sameText(given, text))
      codes = codes.filter((code) => !fitting.includes(code))
      const good = fitting.find(({ endsAt }) => now < endsAt)
      good?.onUse()
      return good !== undefined
    },
    clear: () => {
      codes = []
    },
  }
}
