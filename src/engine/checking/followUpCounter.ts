import { setTimeout as pause } from 'node:timers/promises'
import { webhookTypes } from '../../shared/model.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { WatchedObject } from '../../shared/wireTypes.ts'
import type { EffectCounter } from './effects.ts'
import type { Counted } from './subject/probe.ts'
import { objectOf } from './subject/jsonTexts.ts'
import type { Template } from './subject/subject.ts'

/** A sandbox that counts the requests for an object. */
export interface WatchingSandbox {
  watch(): Promise<WatchedObject>
  asked(id: string): Promise<number>
}

/** The type of object that deliveries like the template are about; null where no sandbox can have it. */
function objectTypeOf(scheme: SignatureScheme, template: Template): string | null {
  const type = scheme.id === 'service' ? objectOf(template.body)?.['resourceType'] : undefined
  return typeof type === 'string' && webhookTypes.some((each) => each.toLowerCase() === type.toLowerCase())
    ? type
    : null
}

/** Origin of a template: an example of the sender, the user, or a delivery of an environment. */
export type TemplateOrigin = 'example' | 'written' | { environment: string }

/**
 * The type of object to count requests for; null where nothing is counted.
 * @param wanted by default true for examples and for objects of the sandbox, since a handler may know no others
 */
export function countedType(
  wanted: boolean | undefined,
  { scheme, template, origin }: { scheme: SignatureScheme; template: Template; origin: TemplateOrigin },
): string | null {
  const usual = typeof origin === 'string' ? origin === 'example' : origin.environment === 'sandbox'
  return (wanted ?? usual) ? objectTypeOf(scheme, template) : null
}

/** Waits for requests, ms. */
export interface FollowUpTiming {
  /** Timeout for the first request; without one the handler counts as never asking. */
  first: number
  /** Time without a request before a count is final; longer if the handler was slow to ask. */
  quiet: number
  /** Maximum wait. */
  max: number
}

const usualTiming: FollowUpTiming = { first: 2000, quiet: 250, max: 3000 }

/** Waits for a user-defined duration of the handler's work. */
export function followUpTiming(settleMs: number | undefined): FollowUpTiming {
  if (settleMs === undefined) return usualTiming
  return { first: Math.max(usualTiming.first, settleMs), quiet: settleMs, max: Math.max(usualTiming.max, settleMs) }
}
const lookAgainMs = 25

/** Requests for one object up to now. Times come from `performance.now()`. */
interface Watched {
  id: string
  begun: number
  asked: number
  changed: number
}

/**
 * Counts effects by the handler's requests for an object at a sandbox; the service expects one for each notification. Each
 * count has its own object, so that a late request counts for its own delivery. The count of a single delivery shows how
 * often and how fast this handler asks, and the other counts are compared with it.
 */
export function followUpCounter(sandbox: WatchingSandbox, timing: FollowUpTiming = usualTiming): EffectCounter {
  /** The count of the single delivery; null before it, and if it failed. */
  let measure: Watched | null = null
  let delay = 0
  let longestGap = 0
  const atMost = (ms: number) => Math.min(timing.max, ms)

  /** Polls the number of requests. The measured gaps are upper bounds. */
  const look = async (watched: Watched) => {
    const asked = await sandbox.asked(watched.id)
    if (asked <= watched.asked) return
    const now = performance.now()
    if (watched.asked > 0) longestGap = Math.max(longestGap, now - watched.changed)
    else if (watched === measure) delay = now - watched.begun
    watched.asked = asked
    watched.changed = now
  }

  /** Waits until no more requests come. @param quietMs for the first of them */
  const settle = async (watched: Watched, quietMs: number): Promise<void> => {
    watched.begun = performance.now()
    watched.changed = watched.begun
    await look(watched)
    for (;;) {
      const now = performance.now()
      const limit = watched.asked === 0 ? quietMs : Math.max(timing.quiet, atMost(2 * delay), atMost(2 * longestGap))
      if (now - watched.changed >= limit || now - watched.begun >= timing.max + quietMs) return
      await pause(lookAgainMs)
      await look(watched)
    }
  }

  /** Waits longer for a handler that asked before, so that a slow one is not reported as losing deliveries. */
  const quietMsFor = (expected: boolean): number => {
    if (expected && measure?.asked !== 0) return Math.max(timing.first, atMost(5 * delay))
    return Math.max(timing.quiet, atMost(2 * delay))
  }

  return {
    by: 'follow-ups',
    begin: async (isSingle) => {
      if (isSingle) measure = null
      // A sandbox that has stopped ends the count, not the check.
      const about = await sandbox.watch().catch(() => null)
      if (about === null) return { about, read: async () => 'unreadable' }
      const watched: Watched = { id: about.id, begun: 0, asked: 0, changed: 0 }
      const read = async (expected: boolean): Promise<Counted> => {
        if (isSingle) measure = watched
        if (expected && measure === null) return 'unreadable'
        // The single delivery may have had late requests: read it before, for the wait, and after, for the count.
        if (measure !== null) await look(measure)
        await settle(watched, quietMsFor(expected))
        if (measure !== null) await look(measure)
        if (watched.asked === 0 && measure?.asked === 0) return 'never-asked'
        // A missing request proves nothing if the single delivery had none either.
        if (watched.asked === 0 && measure === null) return 'unreadable'
        return Math.ceil(watched.asked / Math.max(1, measure?.asked ?? 1))
      }
      return {
        about,
        read: async (expected) => {
          try {
            return await read(expected > 0)
          } catch {
            if (isSingle) measure = null
            return 'unreadable'
          }
        },
      }
    },
  }
}
