import type { Engine, Log } from '../engine/startEngine.ts'
import { openForwardings } from './openForwardings.ts'
import { openReplays, type Replays } from './openReplays.ts'
import { openSending, type Sending } from './openSending.ts'
import type { HostOptions } from './types.ts'

/** What leaves for apps: forwarded, replayed, or sent on purpose. */
export interface Outgoing {
  forwardings: ReturnType<typeof openForwardings>
  replays: Replays
  sending: Sending
  /** Ends what is under way. The store must still be open. */
  stop(): Promise<void>
}

/** @param closedPorts ours beside the receiver's; more may come */
export function openOutgoing(
  engine: Engine,
  options: HostOptions,
  closedPorts: ReadonlySet<number>,
  log: Log,
): Outgoing {
  const forwardings = openForwardings(engine, closedPorts, log)
  const replays = openReplays(engine, closedPorts)
  const sending = openSending(engine, options, closedPorts)
  return {
    forwardings,
    replays,
    sending,
    stop: async () => {
      await forwardings.stop()
      await replays.stop()
      await sending.stop()
    },
  }
}
