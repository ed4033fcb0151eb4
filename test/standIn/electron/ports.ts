/** Message ports of the main process: queued until started, and strict about what may cross. */
import { EventEmitter } from 'node:events'
import { deserialize, serialize } from 'node:v8'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

export class MessagePortMain
  extends EventEmitter
  implements Pick<Electron.MessagePortMain, 'start' | 'close' | 'postMessage'>
{
  readonly #port: MessagePort
  #isClosed = false
  #isStarted = false

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('close', () => {
      if (this.#isClosed) return
      this.#isClosed = true
      this.emit('close')
    })
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#port.on('message', (data: unknown) =>
      this.emit('message', { data, ports: [] } satisfies Electron.MessageEvent),
    )
  }

  postMessage(message: unknown, transfer: unknown[] = []): void {
    if (transfer.some((item) => !(item instanceof MessagePortMain))) throw new TypeError('Invalid value for transfer')
    if (message instanceof Blob) throw new Error('An object could not be cloned.')
    this.#port.postMessage(deserialize(serialize(message)))
  }

  close(): void {
    this.#port.close()
  }
}

export class MessageChannelMain {
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new MessagePortMain(port1)
    this.port2 = new MessagePortMain(port2)
  }
}
