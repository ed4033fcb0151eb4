import type { Connection } from './connection.ts'

/**
 * Returns the connection to close so that a new one fits, or null when all are in use: among the idle ones,
 * first the oldest that never sent anything, then the one whose last answer is the longest ago. Pure.
 * @param connections in the order in which they were opened
 * @param isOurs whether it is held by ourselves, as a tunnel does, and stays
 * @param answeredBefore ms since the epoch; one that was answered later may be in the middle of its next request
 */
export function leastNeeded(
  connections: Iterable<Connection>,
  isOurs: (connection: Connection) => boolean,
  answeredBefore: number,
): Connection | null {
  let found: Connection | null = null
  let oldest = answeredBefore
  for (const connection of connections) {
    if (!connection.idle || connection.refused || isOurs(connection)) continue
    const { lastAnswerAt } = connection
    if (lastAnswerAt === null) {
      if (connection.socket.bytesRead === 0) return connection
    } else if (lastAnswerAt < oldest) {
      found = connection
      oldest = lastAnswerAt
    }
  }
  return found
}
