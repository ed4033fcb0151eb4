/** The line between a stand-in's process and the test that holds its windows: frames of structured clones over a socket. */
import type { Socket } from 'node:net'
import { deserialize, serialize } from 'node:v8'

/** The test's settings of this process. */
export interface Settings {
  /** Path of the socket on which the test listens. */
  control: string
  packaged: boolean
  /** The folder that holds the profiles of all apps, such as ~/.config. */
  appData: string
  /** The keyring that `safeStorage` finds, such as "gnome_libsecret". */
  keyring: string
  /** The system that this process takes itself to run on. */
  platform: NodeJS.Platform
  /** False: as on some Wayland desktops, a hidden window paints nothing, and `ready-to-show` comes only after `show()`. */
  paintsHidden: boolean
  /** The result of loading a page; without a GPU process it may hang. */
  loading: 'finishes' | 'fails' | 'hangs'
  /** The system has a dark theme. */
  dark: boolean
}

/** Messages from the process of the stand-in. */
export type FromProcess =
  | { kind: 'hello'; pid: number; argv: string[] }
  /** A line of the journal: what the main process did, such as setting a menu. */
  | { kind: 'note'; what: string; more: Record<string, unknown> }
  | { kind: 'open'; window: number; width: number; height: number; preload: string; mayCopy: boolean }
  | { kind: 'load'; window: number; url: string }
  | { kind: 'reload'; window: number }
  | { kind: 'crash'; window: number }
  | { kind: 'close'; window: number }
  | { kind: 'post'; window: number; channel: string; message: unknown; ports: number[] }
  | { kind: 'toPage'; window: number; port: number; data: unknown }
  | { kind: 'endPort'; window: number; port: number }
  | { kind: 'answer'; id: number; value: unknown; error: string | null }
  | { kind: 'exit'; code: number }

/** Messages from the test: events of a window, and actions of the user or the system. */
export type ToProcess =
  | { kind: 'loaded'; window: number; url: string; problem: string | null }
  | { kind: 'ipc'; window: number; channel: string; args: unknown[]; url: string; isMainFrame: boolean }
  | { kind: 'fromPage'; window: number; port: number; data: unknown }
  | { kind: 'dropPorts'; window: number }
  | { kind: 'gone'; window: number; reason: string; exitCode: number }
  | { kind: 'ask'; id: number; what: string; args: unknown[] }

/** A page's request as it crosses the line. */
export interface WireRequest {
  url: string
  method: string
  headers: Record<string, string>
}

export interface WireResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array
}

/** An item of a menu, as far as a test reads it. */
export interface MenuLine {
  label?: string
  role?: string
  type?: string
  accelerator?: string
  enabled?: boolean
  checked?: boolean
  submenu?: MenuLine[]
}

/** Sends one message; resolves when it is written. */
export async function send(socket: Socket, message: FromProcess | ToProcess): Promise<void> {
  const body = serialize(message)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  return new Promise((resolve) => {
    socket.write(Buffer.concat([head, body]), () => resolve())
  })
}

/** Reads every message of a socket, in order. */
export function receive<Message>(socket: Socket, onMessage: (message: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const end = 4 + rest.readUInt32LE(0)
      if (rest.length < end) return
      const body = rest.subarray(4, end)
      rest = rest.subarray(end)
      onMessage(deserialize(body) as Message)
    }
  })
}
