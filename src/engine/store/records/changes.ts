import type { ShapeChange } from '../../shapes/learnShape.ts'

/** Messages have a shape, and so do the objects that were fetched for them. */
export type ShapeSource = 'body' | 'object'

/** Whose shape it is. */
export interface ShapeKey {
  environmentId: string
  source: ShapeSource
  /** The event type, or the type of the object. */
  type: string
}

/** A delivery that shows a change. */
export interface ChangeMark {
  deliveryId: number
  /** When it came, or its object was fetched; ms since the epoch. */
  at: number
}

/** A change, new or known, with the deliveries that were found to show it. */
export interface FoundChange extends ShapeKey, ShapeChange {
  marks: ChangeMark[]
}

/** The result of one step of looking for changes. */
export interface ChangeFindings {
  changes: FoundChange[]
  /** Everything up to these ids was compared. */
  deliveriesUpTo: number
  attemptsUpTo: number
  /** Deliveries and objects that wait for a further step. */
  pending: number
  /** A shape is learned in more than one step: the next goes on, even where this one compared nothing. */
  learning: boolean
}

/** A change as it is stored. */
export interface StoredChange extends ShapeKey, ShapeChange {
  number: number
  /** Examples as text; empty where there is none, or its delivery is gone. */
  before: string
  now: string
  /** The first delivery that shows it and is still there; null once it is accepted. */
  deliveryId: string | null
  /** Deliveries that showed it, of those that are still there until it was accepted. */
  deliveries: number
  /** Ms since the epoch. */
  firstAt: number
  lastAt: number
  acceptedAt: number | null
}
