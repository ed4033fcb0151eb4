import type { Problem } from '../../shared/codes/problems.ts'
import { joinedPath } from '../../shared/joinedPath.ts'
import { splitReceiverTarget } from '../../shared/receiverKey.ts'
import { problemSentence } from '../../shared/words/problems.ts'

/** A local app that deliveries are forwarded to, as it was given. */
export interface ForwardTarget {
  /** Scheme, host and port. */
  origin: string
  /** Begins with a slash. */
  path: string
  /** Without its question mark; empty when there is none. */
  query: string
}

/** Reason a forward target is unusable, with a human-readable message. */
export class ForwardProblem extends Error {
  override name = 'ForwardProblem'
  readonly why: Problem
  constructor(why: Problem) {
    super(problemSentence(why))
    this.why = why
  }
}

/** Reads the address of a local app. Throws ForwardProblem. */
export function readForwardTarget(text: string): ForwardTarget {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ForwardProblem({ code: 'forward-target-unreadable', fields: { target: text.slice(0, 200) } })
  }
  if (url.username !== '' || url.password !== '') {
    throw new ForwardProblem({ code: 'forward-target-with-user', fields: {} })
  }
  if (url.hash !== '') {
    throw new ForwardProblem({ code: 'forward-target-with-fragment', fields: { fragment: url.hash.slice(0, 200) } })
  }
  return { origin: url.origin, path: url.pathname, query: url.search.slice(1) }
}

/**
 * Path and query for one delivery: those of the app, then what followed the receiver's path. The receiver's path itself,
 * whose key is a secret, is left out. Null where it could lead out of the app's path. Pure.
 * @param deliveryTarget as it was in the request line
 */
export function pathAt(target: ForwardTarget, deliveryTarget: string): string | null {
  return joinedPath(target, splitReceiverTarget(deliveryTarget)?.rest ?? '')
}
