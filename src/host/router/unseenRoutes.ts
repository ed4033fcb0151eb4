import type { Implementer } from './routerParts.ts'
import type { UnseenFailures } from '../unseen/openUnseen.ts'

/** The part of the router for unseen failures. */
export function unseenRoutes(os: Implementer, unseen: UnseenFailures) {
  return {
    get: os.unseen.get.handler(() => unseen.view()),
    markSeen: os.unseen.markSeen.handler(({ input }) => unseen.markSeen(input.ids ?? null)),
  }
}
