import type { WebhookType } from '../../shared/model.ts'
import type { Random } from '../state/random.ts'
import type { Fields } from '../state/state.ts'

/** The input from which a kind draws a new object. */
export interface Making {
  random: Random
  /** Now, as the service writes times. */
  now: string
  /** Id of the newest object of another type, or null while there is none. */
  newest: (type: WebhookType) => string | null
}

/** One of the ten types: where it lives, what it looks like and how it moves on. */
export interface ObjectKind {
  type: WebhookType
  /** As notifications spell it. */
  resourceType: string
  /** Path of the collection. An assumption: the interface document does not show it. */
  collection: string
  /** State -> the usual next one, and a rarer one. States that are not listed here are final. */
  moves: Record<string, { usual: string; rare?: string }>
  /** Whether notifications of updates carry `changes`; for some product suites it is always null. */
  tellsChanges: boolean
  /** The fields of a new object, without id, organizationId and times. `status` is its state. */
  make(making: Making): Fields
  /** Fields that change together with the state, after it was set. */
  moved?(state: string, fields: Fields, making: Making): Fields
  /** Fields that change when there is no next state. */
  touch(fields: Fields, making: Making): Fields
  /** A few words for a list. */
  label(fields: Fields): string
}

/** A field as text for a label; empty when it is none. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
