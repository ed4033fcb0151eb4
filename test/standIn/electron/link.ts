/** The stand-in's line to the test. Electron's modules are singletons, and so is this. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type FromProcess, receive, send, type Settings, type ToProcess } from '../wire.ts'

const given = process.env['HOOKSCOPE_STAND_IN']
if (given === undefined) throw new Error('The stand-in runs only where a test starts it.')
export const settings = JSON.parse(given) as Settings

let socket: Socket | null = null
const handlers: { [Kind in ToProcess['kind']]?: (message: Extract<ToProcess, { kind: Kind }>) => void } = {}
const asks = new Map<string, (...args: never[]) => unknown>()

/** Connects to the test. When the test goes, so does this process. */
export async function openLink(): Promise<void> {
  const opened = connect(settings.control)
  await new Promise<void>((resolve, reject) => {
    opened.once('connect', resolve)
    opened.once('error', reject)
  })
  opened.on('error', () => undefined)
  opened.on('close', () => process.exit(97))
  receive<ToProcess>(opened, (message) => {
    const handler = handlers[message.kind] as ((message: ToProcess) => void) | undefined
    handler?.(message)
  })
  socket = opened
  tell({ kind: 'hello', pid: process.pid, argv: process.argv })
}

export function tell(message: FromProcess): void {
  if (socket !== null) void send(socket, message)
}

let ending: Promise<never> | null = null

/** Says the last word and ends the process. */
export async function end(code: number): Promise<never> {
  return (ending ??= leave(code))
}

async function leave(code: number): Promise<never> {
  const open = socket
  // A message after the last word would close the connection while the test still writes, and the test would not get the code.
  socket = null
  open?.removeAllListeners('close')
  if (open !== null && !open.destroyed) {
    // So would an exit with unread messages. A test that is gone, or that does not read any more, must not keep the process alive.
    const closed = once(open, 'close', { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await send(open, { kind: 'exit', code })
    open.end()
    await closed
  }
  process.exit(code)
}

/** A line of the journal. */
export function note(what: string, more: Record<string, unknown> = {}): void {
  tell({ kind: 'note', what, more })
}

export function onMessage<Kind extends ToProcess['kind']>(
  kind: Kind,
  handler: (message: Extract<ToProcess, { kind: Kind }>) => void,
): void {
  Object.assign(handlers, { [kind]: handler })
}

/** Answers what a test asks under this name. */
export function answer<Args extends unknown[]>(what: string, handler: (...args: Args) => unknown): void {
  asks.set(what, handler)
}

onMessage('ask', ({ id, what, args }) => {
  void (async () => {
    try {
      const handler = asks.get(what)
      if (handler === undefined) throw new Error(`The stand-in cannot do "${what}".`)
      tell({ kind: 'answer', id, value: await handler(...(args as never[])), error: null })
    } catch (error) {
      tell({
        kind: 'answer',
        id,
        value: null,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
  })()
})
