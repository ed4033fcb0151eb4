import type { SignatureScheme } from './signatureScheme.ts'

/** How well it is known that a preset is right, the best first. */
export const evidences = ['published-vector', 'official-library', 'documented', 'unconfirmed'] as const
export type Evidence = (typeof evidences)[number]

/** A sender that Hookscope knows: how it signs, how well that is known, and what its deliveries mean. */
export interface SenderPreset {
  scheme: SignatureScheme
  evidence: Evidence
  /** Where the evidence is from, for a person. */
  source: string
  /** Words by which it is found beside its name. */
  keywords: readonly string[]
  meaning: Meaning
  /** Headers that only this sender sends; with the signature's header they recognise it. Lower case. */
  telltales: readonly string[]
}

/**
 * Where a sender says what a delivery means. A place is a header's name, a JSON pointer (`/data/id`; also a field of a form),
 * a constant after `=`, or `@key` (the first top-level field that holds an object or array). `A|B` is the first of them that is there.
 */
export interface Meaning {
  /** The parts of the event's type, joined with dots; what is missing is left out. */
  eventType: readonly Place[]
  /** The id by which a repetition is recognised: the same on every retry. */
  eventId?: Place | undefined
  /** When it happened: seconds, milliseconds or a date. */
  time?: Place | undefined
  objectType?: Place | undefined
  objectId?: Place | undefined
  /** JSON pointer of an array with one event per item, `""` for a body that is an array; the pointers above then point into an item. */
  items?: string | undefined
}

export type Place = string
