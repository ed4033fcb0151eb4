import { setTimeout as pause } from 'node:timers/promises'
import { webhookTypes } from '../../shared/model.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { WatchedObject } from '../../shared/wireTypes.ts'
import type { EffectCounter } from './effects.ts'
import type { Counted } from './subject/probe.ts'
import { objectOf } from './subject/jsonTexts.ts'
import type { Template } from './subject/subject.ts'

/** A sandbox that counts who asks for an object. */
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

/** Where a template is from: an example of the sender, written by the user, or a delivery of an environment. */
export type TemplateOrigin = 'example' | 'written' | { environment: string }

/**
 * The type of object to count requests for; null where nothing is counted.
 * @param wanted absent: where the template is an example, or its object belongs to the sandbox. A handler may know no other
 */
export function countedType(
  wanted: boolean | undefined,
  { scheme, template, origin }: { scheme: SignatureScheme; template: Template; origin: TemplateOrigin },
): string | null {
  const usual = typeof origin === 'string' ? origin === 'example' : origin.environment === 'sandbox'
  return (wanted ?? usual) ? objectTypeOf(scheme, template) : null
}

/** How long requests are waited for, ms. */
export interface FollowUpTiming {
  /** For the first one, after which a handler counts as one that never asks. */
  first: number
  /** The quiet time before a count is final; more where the handler takes long to ask, or between two requests. */
  quiet: number
  /** At most. */
  max: number
}

const usualTiming: FollowUpTiming = { first: 2000, quiet: 250, max: 3000 }

/** How long requests are waited for where the user says how long the handler's work takes. */
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
 * Counts effects by how often the handler asks a sandbox for the object, as the service wants it to once for each
 * notification. Each count has an object of its own, so that a late request belongs to its own delivery. The count of a
 * single delivery is the measure of the others: it shows how often and how fast this handler asks for one. Without it the
 * others cannot be read.
 */
export function followUpCounter(sandbox: WatchingSandbox, timing: FollowUpTiming = usualTiming): EffectCounter {
  /** The single delivery; null before it, and where its requests could not be counted. */
  let measure: Watched | null = null
  let delay = 0
  let longestGap = 0
  const atMost = (ms: number) => Math.min(timing.max, ms)

  /** Asks how many requests there are now. Between two of them may be less time than shown here, never more. */
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

  /** A handler that asked once is waited for longer than one that never did: nothing is said to be lost too early. */
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
        // The single delivery may have had late requests: before, for how long to wait; after, for what one delivery is.
        if (measure !== null) await look(measure)
        await settle(watched, quietMsFor(expected))
        if (measure !== null) await look(measure)
        if (watched.asked === 0 && measure?.asked === 0) return 'never-asked'
        // Without a delivery that was followed by requests, no request shows nothing.
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
