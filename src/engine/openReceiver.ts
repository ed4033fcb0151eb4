import { startReceiver } from './receiver/startReceiver.ts'
import { type Receiver, type ReceiverOptions } from './receiver/types.ts'
import type { Store } from './store/store.ts'
import { CannotListen } from '../shared/cannotListen.ts'

/** Where the receiver listens when nothing is known: easy to recognise, and not a common default of others. */
const firstPort = 4690

/**
 * Opens the receiver at the port asked for. When none was asked for, it takes the port of last time, so that what the
 * service sends to stays valid over a restart, and any free one when that is taken; that one is not remembered.
 */
export async function openReceiver(
  store: Store,
  port: number | undefined,
  options: Omit<ReceiverOptions, 'port'>,
): Promise<Receiver> {
  const saved = await savedPort(store)
  const receiver =
    port === undefined ? await startAtOrNear(saved ?? firstPort, options) : await startReceiver({ ...options, port })
  const isChosen = saved === undefined || (port !== undefined && port !== 0)
  if (isChosen && receiver.port !== saved) await store.putDocument('settings', 'receiver', { port: receiver.port })
  return receiver
}

/** The receiver of a folder that is opened for reading: it has its last port and does not listen. */
export async function idleReceiver(
  store: Store,
  _port: number | undefined,
  { host }: Pick<ReceiverOptions, 'host'>,
): Promise<Receiver> {
  const port = (await savedPort(store)) ?? firstPort
  const nothing = async () => undefined
  return { origin: `http://${host}:${port}`, port, whenQuiet: nothing, hurry: () => undefined, stop: nothing }
}

async function savedPort(store: Store): Promise<number | undefined> {
  return (await store.documents<{ port: number }>('settings')).find(({ id }) => id === 'receiver')?.document.port
}

async function startAtOrNear(port: number, options: Omit<ReceiverOptions, 'port'>): Promise<Receiver> {
  try {
    return await startReceiver({ ...options, port })
  } catch (error) {
    if (!(error instanceof CannotListen)) throw error
    return startReceiver({ ...options, port: 0 })
  }
}
