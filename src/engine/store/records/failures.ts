import type { StoreProblem, StoreRefusal } from '../../../shared/codes/store.ts'
import { storeSentence } from '../../../shared/words/store.ts'

/** Reason the store cannot write or read now, with a human-readable message. The receiver answers 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  readonly why: StoreRefusal
  constructor(why: StoreRefusal) {
    super(storeSentence(why))
    this.why = why
  }
}

/** Whether writes are taken; while not, why not. */
export type StoreState = { state: 'ok'; why: null } | { state: 'unavailable'; why: StoreProblem }

/** Why a data folder could not be opened. Each is an expected failure with its own exit code and sentence. */
export class StoreCannotOpen extends Error {
  override name = 'StoreCannotOpen'
  readonly code: 'locked' | 'newer-schema' | 'earlier-schema' | 'unwritable' | 'corrupt' | 'unsafe'
  constructor(code: StoreCannotOpen['code'], message: string) {
    super(message)
    this.code = code
  }
}
