import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { mkdirSync, writeFileSync } from 'node:fs'
import { startServe, type ServeOptions } from '../../src/serve/startServe.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost } from '../build/startTestHost.ts'

export type TestServe = Awaited<ReturnType<typeof startTestServe>>

/** The whole browser shell in this process: a real host, real sockets, and a page of two files. */
export async function startTestServe(options: Partial<ServeOptions> = {}) {
  const folder = scratchFolder()
  const page = join(folder.path, 'page')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Page</title>')
  writeFileSync(join(page, 'assets/app-1a2b3c.js'), 'void 0\n')
  writeFileSync(join(folder.path, 'outside.txt'), 'not part of the page')
  const { host, client } = await startTestHost(join(folder.path, 'data'))
  const logged: string[] = []
  const serve = await startServe({
    host,
    port: 0,
    staticFolder: page,
    log: (level, message, fields) => logged.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
    ...options,
  })
  const token = serve.session.token()
  const authorization = `Bearer ${token}`
  return {
    ...serve,
    host,
    /** Calls the router directly, beside every wire. */
    client,
    /** The key at the start. */
    token,
    authorization,
    logged,
    get: async (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
      fetch(serve.apiUrl + path, { ...init, headers: { authorization, ...init.headers } }),
    send: async (method: string, path: string, body: unknown) =>
      fetch(serve.apiUrl + path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    stopAll: async () => {
      await serve.stop()
      await host.stop()
      folder.remove()
    },
  }
}

/** Opens a socket to the shell. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

/** Writes bytes as they are and gives back the head of the answer (status line and headers). */
export async function rawHead(port: number, text: string): Promise<{ status: number; head: string }> {
  const socket = await openSocket(port)
  let received = ''
  const head = await new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      if (end !== -1) resolve(received.slice(0, end))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`closed before an answer: ${JSON.stringify(received)}`)))
    socket.write(text, 'latin1')
  })
  socket.removeAllListeners('close')
  socket.destroy()
  return { status: Number(head.slice(9, 12)), head }
}
