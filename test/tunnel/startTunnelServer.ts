import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ServerKnobs {
  /** Answer registrations with this status instead. */
  registerStatus: number | null
  /** Give everybody this name, whatever was asked for. */
  otherName: string | null
  /** Take the clients' sockets and close them at once. */
  closeAtOnce: boolean
  /** Answer public requests with this page, as free tunnels do to browsers. */
  page: string | null
}

export interface ServerStats {
  registrations: { asked: string; given: string | null; at: number }[]
  /** Sockets that clients opened. */
  opens: number
  /** Sockets that each client has open. */
  slots: Record<string, number>
}

/** A localtunnel server on loopback, which tests can mistreat. */
export interface TunnelServer {
  url: string
  port: number
  set(knobs: Partial<ServerKnobs>): Promise<void>
  /** Gives this name to a stranger, who keeps it until `forget`. */
  steal(name: string): Promise<void>
  forget(name: string): Promise<void>
  /** Closes all sockets of a client. */
  drop(name: string): Promise<void>
  stats(): Promise<ServerStats>
  kill(): Promise<void>
  /** On the same port, with nothing remembered. */
  restart(): Promise<void>
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const script = join(import.meta.dirname, 'tunnelServerProcess.ts')

async function start(port: number): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(script, [String(port)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, port: message.port }
}

export async function startTunnelServer(): Promise<TunnelServer> {
  let { child, port } = await start(0)
  const call = async (message: object): Promise<ServerStats> => {
    const answer = once(child, 'message') as Promise<[{ stats: ServerStats }]>
    child.send(message)
    return (await answer)[0].stats
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    set: async (knobs) => void (await call({ set: knobs })),
    steal: async (name) => void (await call({ steal: name })),
    forget: async (name) => void (await call({ forget: name })),
    drop: async (name) => void (await call({ drop: name })),
    stats: async () => call({}),
    kill,
    restart: async () => {
      ;({ child, port } = await start(port))
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    stop: kill,
  }
}
