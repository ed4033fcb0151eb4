import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { FollowUp } from '../../shared/model.ts'
import type { HookscopeEvent } from '../../shared/wireTypes.ts'

/** How long a step waits for what it caused, ms. */
const arrivalTimeoutMs = 6000

/**
 * Causes deliveries and resolves with their ids, in order of arrival, when the follow-up of
 * each has ended.
 * @param cause answers the id of the object that they name
 */
export async function awaitDeliveries(engine: Engine, count: number, cause: () => string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let resourceId: string | null = null
    const followUps = new Map<string, FollowUp['state']>()
    const take = (event: HookscopeEvent) => {
      if (event.type === 'delivery' && event.delivery.resourceId === resourceId) {
        if (event.delivery.environmentId === 'sandbox') followUps.set(event.delivery.id, event.delivery.followUp.state)
      }
      if (event.type === 'follow-up' && followUps.has(event.deliveryId)) {
        followUps.set(event.deliveryId, event.followUp.state)
      }
    }
    const subscription = engine.events.subscribe(null, (events) => {
      for (const { event } of events) take(event)
      if (followUps.size >= count && [...followUps.values()].every(hasEnded)) {
        stop()
        resolve([...followUps.keys()])
      }
    })
    const timer = setTimeout(() => {
      stop()
      const missing = followUps.size < count ? 'notification' : 'object'
      reject(new ExpectedFailure({ code: 'demo-step-incomplete', fields: { missing, limitMs: arrivalTimeoutMs } }))
    }, arrivalTimeoutMs)
    const stop = () => {
      clearTimeout(timer)
      subscription.stop()
    }
    try {
      resourceId = cause()
    } catch (error) {
      stop()
      reject(error)
    }
  })
}

function hasEnded(state: FollowUp['state']): boolean {
  return state !== 'waiting' && state !== 'running'
}
