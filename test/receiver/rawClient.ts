import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
}

/** A sender that writes any bytes and reads what comes back: what no HTTP client would let a test send. */
export interface RawClient {
  socket: Socket
  send(...parts: (string | Uint8Array)[]): void
  /** The next answer, 100 Continue included. Rejects when the connection ends before one came. */
  answer(): Promise<RawAnswer>
  /** The next bytes of a body. */
  take(length: number): Promise<string>
  /** Resolves with everything not yet read when the other side has ended the connection. */
  ended(): Promise<string>
}

export async function rawClient(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let unread = ''
  let over: string | null = null
  let wake: () => void = () => undefined
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1')
    wake()
  })
  const finish = (how: string) => {
    over ??= how
    wake()
  }
  socket.on('end', () => finish('ended'))
  socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'failed'))
  socket.on('close', () => finish('closed'))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })

  async function until<Value>(find: () => Value | undefined): Promise<Value> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    socket,
    send: (...parts) => {
      for (const part of parts) socket.write(part)
    },
    answer: async () =>
      until(() => {
        const end = unread.indexOf('\r\n\r\n')
        if (end === -1) {
          if (over !== null) throw new Error(`The connection was over (${over}) before an answer came.`)
          return undefined
        }
        const [first = '', ...lines] = unread.slice(0, end).split('\r\n')
        unread = unread.slice(end + 4)
        const headers = Object.fromEntries(lines.map((line) => line.split(': '))) as Record<string, string>
        return {
          status: Number(first.split(' ')[1]),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        }
      }),
    take: async (length) =>
      until(() => {
        if (unread.length < length) return undefined
        const taken = unread.slice(0, length)
        unread = unread.slice(length)
        return taken
      }),
    ended: async () => {
      const how = await until(() => over ?? undefined)
      if (how !== 'ended') throw new Error(`The connection was not ended in order: ${how}.`)
      return unread
    },
  }
}

/** A request as text. Host is there unless `headers` brings its own or says null. */
export function request(
  headers: Record<string, string | null> = {},
  { method = 'POST', target = '/in/known', version = '1.1' } = {},
): string {
  const all: Record<string, string | null> = { Host: 'receiver.test', ...headers }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]))
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`
}

/** A POST of a body, with its Content-Length. */
export function post(body: string, headers: Record<string, string | null> = {}): string {
  return request({ ...headers, 'Content-Length': String(Buffer.byteLength(body)) }) + body
}
