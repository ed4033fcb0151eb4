import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A proxy on loopback that leads every name to one port of this machine, and notes what it was asked for. */
export interface TestProxy {
  url: string
  /** "CONNECT service.test:443", "GET http://service.test/path", with what was authorised. */
  asked: { line: string; authorization: string | undefined }[]
  stop(): Promise<void>
}

/** @param refuse a status that CONNECT is answered with instead */
export async function startTestProxy(port: number, refuse?: number): Promise<TestProxy> {
  const asked: TestProxy['asked'] = []
  const server = createServer((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, authorization: request.headers['proxy-authorization'] })
    const { pathname } = new URL(request.url ?? '')
    const onward = httpRequest({ port, host: '127.0.0.1', path: pathname, method: request.method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  server.on('connect', (request, socket) => {
    asked.push({ line: `CONNECT ${request.url}`, authorization: request.headers['proxy-authorization'] })
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
