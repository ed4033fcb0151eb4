import { createRouterClient } from '@orpc/server'
import { startHost } from '../../src/host/startHost.ts'
import type { Host, HostOptions } from '../../src/host/shells/types.ts'
import type { HookscopeEvent } from '../../src/shared/wireTypes.ts'

/** A host with a client that calls its router directly: every room real, only the wire left out. */
export async function startTestHost(
  dataFolder: string,
  variables: Record<string, string> = {},
  options: Partial<HostOptions> = {},
) {
  const host = await startHost({
    dataFolder,
    receiverPort: 0,
    version: 'test',
    environmentVariables: variables,
    ...options,
  })
  return { host, client: createRouterClient(host.router, { context: {} }) }
}

export type TestHost = Awaited<ReturnType<typeof startTestHost>>

/**
 * Waits for the first event that `pick` finds something in. Start to wait before the cause: `const seen = nextEvent(...)`.
 */
export async function nextEvent<T>(host: Host, pick: (event: HookscopeEvent) => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const subscription = host.subscribe(null, (events) => {
      for (const { event } of events) {
        const found = pick(event)
        if (found === undefined) continue
        subscription.stop()
        resolve(found)
        return
      }
    })
  })
}

/** The next delivery that fits. */
export async function nextDelivery(host: Host, fits: (delivery: Delivery) => boolean = () => true): Promise<Delivery> {
  return nextEvent(host, (event) => (event.type === 'delivery' && fits(event.delivery) ? event.delivery : undefined))
}

/** The next follow-up that has ended. */
export async function nextFollowUp(host: Host) {
  return nextEvent(host, (event) =>
    event.type === 'follow-up' && event.followUp.state !== 'waiting' && event.followUp.state !== 'running'
      ? event
      : undefined,
  )
}

type Delivery = Extract<HookscopeEvent, { type: 'delivery' }>['delivery']
