import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** How the mirror answers a request for an archive. */
export type MirrorAnswer = 'whole' | 'nothing' | 'half-then-nothing' | 'half-then-cut' | 'drip' | 404 | 500

export interface Mirror {
  /** The value of ELECTRON_MIRROR. */
  url: string
  host: string
  /** Paths that were asked for. */
  asked: string[]
  stop(): Promise<void>
}

/** A server in place of Electron's releases. `files` are answered by the last part of their path. */
export async function startMirror(files: Record<string, Uint8Array>, answer: MirrorAnswer = 'whole'): Promise<Mirror> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const name = (request.url ?? '').split('/').at(-1) ?? ''
    const content = files[name]
    if (typeof answer === 'number' || content === undefined) response.writeHead(answer === 500 ? 500 : 404).end()
    else if (name.endsWith('.zip')) send(response, content, answer)
    else response.end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    host: `127.0.0.1:${port}`,
    asked,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, content: Uint8Array, answer: Exclude<MirrorAnswer, number>): void {
  if (answer === 'nothing') return
  response.setHeader('content-length', content.length)
  if (answer === 'whole') {
    response.end(content)
    return
  }
  if (answer === 'drip') {
    let sent = 0
    const drop = setInterval(() => response.write(content.subarray(sent, (sent += 1))), 20)
    response.once('close', () => clearInterval(drop))
    return
  }
  response.write(content.subarray(0, content.length / 2), () => {
    if (answer === 'half-then-cut') response.destroy()
  })
}

export interface Proxy {
  url: string
  /** Where its clients wanted to go. */
  tunnels: string[]
  stop(): Promise<void>
}

/** A proxy that takes every client to one server, whatever name the client asks for. */
export async function startProxy(to: string): Promise<Proxy> {
  const [host, port] = to.split(':')
  const tunnels: string[] = []
  const server = createServer()
  server.on('connect', (request, client, head) => {
    tunnels.push(request.url ?? '')
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
