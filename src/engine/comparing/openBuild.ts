import type { Player } from '../sending/openPlayer.ts'
import { requestAsItCame } from '../sending/storedDelivery.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import type { BuildAnswer } from './compareAnswers.ts'

/** One build of an app under test. */
export interface Build {
  /** Sends a delivery, freshly signed. Throws ExpectedFailure where it cannot be sent, and PlayEnded when it is cancelled. */
  send(delivery: StoredDelivery): Promise<BuildAnswer & { bodyTruncated: boolean }>
}

/** A build behind a player. Secrets that it repeats are hidden in its answers. */
export function openBuild(player: Pick<Player, 'play'>): Build {
  return {
    send: async (delivery) => {
      const played = await player.play(requestAsItCame(delivery))
      const { responseHeaders, body, bodyTruncated } = played.shown()
      const isAnswer = played.problem === null
      return {
        status: isAnswer ? played.status : null,
        headers: responseHeaders,
        body: Buffer.from(body ?? '', 'utf8'),
        bodyTruncated,
        problem: played.problem?.code ?? null,
        took: isAnswer ? played.took : null,
      }
    },
  }
}
