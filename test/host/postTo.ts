import { expect } from 'vitest'
import type { DeliverySummary } from '../../src/shared/model.ts'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { nextEvent, type TestHost } from '../build/startTestHost.ts'

/** Posts to an environment's receiver as a sender would; resolves with the delivery, once the index has read it. */
export async function postTo(
  { host }: TestHost,
  { id: environmentId, receiverPath }: Environment,
  headers: Record<string, string>,
  body: string,
): Promise<DeliverySummary> {
  const arrival = nextEvent(host, (event) =>
    event.type === 'delivery' && event.delivery.environmentId === environmentId ? event.delivery : undefined,
  )
  const { status } = await fetch(host.receiverOrigin + receiverPath, { method: 'POST', headers, body })
  expect(status).toBe(200)
  return arrival
}
