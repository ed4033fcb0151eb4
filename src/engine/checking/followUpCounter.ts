import { setTimeout as pause } from 'node:timers/promises'
import { webhookTypes } from '../../shared/model.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { WatchedObject } from '../../shared/wireTypes.ts'
import type { EffectCounter } from './effects.ts'
import { objectOf } from './subject/jsonTexts.ts'
import type { Template } from './subject/subject.ts'

/** A sandbox that counts who asks for an object. */
export interface WatchingSandbox {
  watch(): Promise<WatchedObject>
  asked(id: string): Promise<number>
}

/** The type of object that deliveries like the template are about; null where no sandbox can have it. */
export function objectTypeOf(scheme: SignatureScheme, template: Template): string | null {
  const type = scheme.id === 'service' ? objectOf(template.body)?.['resourceType'] : undefined
  return typeof type === 'string' && webhookTypes.some((each) => each.toLowerCase() === type.toLowerCase())
    ? type
    : null
}

/** How long requests are waited for, ms. */
export interface FollowUpTiming {
  /** For the first one, after which a handler counts as one that never asks. */
  first: number
  /** At least so long nothing may come before a count is final; more where the handler takes long to ask. */
  quiet: number
  /** At most. */
  most: number
}

const usualTiming: FollowUpTiming = { first: 2000, quiet: 250, most: 3000 }
const lookAgainMs = 25

/**
 * Counts effects by how often the handler asks a sandbox for the object, as the service wants it to once for each
 * notification. Each count has an object of its own, so that a late request belongs to its own delivery. The first count
 * that expects effects has to be of a single delivery: it shows how often and how fast this handler asks for one.
 */
export function followUpCounter(sandbox: WatchingSandbox, timing: FollowUpTiming = usualTiming): EffectCounter {
  /** Requests for one delivery; null before the first count. */
  let perDelivery: number | null = null
  let delay = 0
  const atMost = (ms: number) => Math.min(timing.most, ms)

  /** Requests once no more come. @param patience for the first of them */
  const settled = async (id: string, patience: number): Promise<number> => {
    const begun = performance.now()
    let asked = await sandbox.asked(id)
    let changed = begun
    for (;;) {
      const now = performance.now()
      const limit = asked === 0 ? patience : Math.max(timing.quiet, atMost(2 * delay))
      if (now - changed >= limit || now - begun >= timing.most + patience) return asked
      await pause(lookAgainMs)
      const next = await sandbox.asked(id)
      if (next === asked) continue
      changed = performance.now()
      if (perDelivery === null && asked === 0) delay = changed - begun
      asked = next
    }
  }

  const patienceFor = (expected: boolean): number => {
    if (perDelivery === null && expected) return timing.first
    return Math.max(timing.quiet, atMost((expected ? 5 : 2) * delay))
  }

  return {
    by: 'follow-ups',
    begin: async () => {
      // A sandbox that was stopped meanwhile ends the count, not the check.
      const about = await sandbox.watch().catch(() => null)
      if (about === null) return { about, read: async () => 'unreadable' }
      return {
        about,
        read: async (expected) => {
          const asked = await settled(about.id, patienceFor(expected)).catch(() => null)
          if (asked === null) return 'unreadable'
          if (expected) perDelivery ??= asked
          if (asked === 0 && perDelivery === 0) return 'never-asked'
          return Math.ceil(asked / Math.max(1, perDelivery ?? 1))
        },
      }
    },
  }
}
