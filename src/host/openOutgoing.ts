import type { Engine, Log } from '../engine/startEngine.ts'
import type { Sandbox } from '../sandbox/types.ts'
import { type Checks, openChecks } from './checks/openChecks.ts'
import { openForwardings } from './openForwardings.ts'
import { openReplays, type Replays } from './openReplays.ts'
import { openSending, type Sending } from './openSending.ts'
import type { HostOptions } from './types.ts'

/** Everything that is sent to apps: forwarded, replayed, sent on purpose, or to grade them. */
export interface Outgoing {
  forwardings: ReturnType<typeof openForwardings>
  replays: Replays
  sending: Sending
  checks: Checks
  /** Ends what is under way. The store must still be open. */
  stop(): Promise<void>
}

/** @param closedPorts Hookscope's own ports without the receiver's; more may be added */
export async function openOutgoing(
  { engine, sandbox }: { engine: Engine; sandbox: Sandbox },
  options: HostOptions,
  closedPorts: ReadonlySet<number>,
  log: Log,
): Promise<Outgoing> {
  const forwardings = openForwardings(engine, closedPorts, log)
  const replays = openReplays(engine, closedPorts)
  const sending = openSending(engine, options, closedPorts)
  const checks = await openChecks({ engine, sandbox, closedPorts }, log)
  return {
    forwardings,
    replays,
    sending,
    checks,
    stop: async () => {
      await forwardings.stop()
      await replays.stop()
      await sending.stop()
      await checks.stop()
    },
  }
}
