/**
 * A server that speaks localtunnel's protocol on loopback, in a process of its own, so that it can be killed and frozen
 * for real. Like the public one it gives each client ten slots, routes by Host, reuses a slot where it can, and forgets
 * a client whose sockets are all gone. Its argument is its port.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { ServerKnobs, ServerStats } from './startTunnelServer.ts'

const slotsPerClient = 10
const graceMs = 1000

interface Client {
  name: string
  agent: SlotAgent
  listener: Server
}

const knobs: ServerKnobs = { registerStatus: null, otherName: null, closeAtOnce: false, page: null }
const stats: ServerStats = { registrations: [], opens: 0, slots: {} }
const clients = new Map<string, Client | 'stranger'>()
const port = Number(process.argv[2])
const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, answer)
server.listen(port, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

type Connected = (error: Error | null, socket: Socket) => void

/** Hands out the sockets that a client has opened, and lets requests wait for one. */
class SlotAgent extends Agent {
  readonly free: Socket[] = []
  readonly all = new Set<Socket>()
  readonly waiting: Connected[] = []

  constructor() {
    super({ keepAlive: true, maxFreeSockets: 1 })
  }

  override createConnection(_options: unknown, done: unknown): Socket {
    const socket = this.free.shift()
    if (socket === undefined) this.waiting.push(done as Connected)
    else setImmediate(() => (done as Connected)(null, socket))
    // The agent takes it from the callback.
    return undefined as unknown as Socket
  }

  add(socket: Socket): void {
    this.all.add(socket)
    socket.setNoDelay(true)
    const waiting = this.waiting.shift()
    if (waiting === undefined) this.free.push(socket)
    else waiting(null, socket)
  }

  remove(socket: Socket): void {
    this.all.delete(socket)
    const index = this.free.indexOf(socket)
    if (index !== -1) this.free.splice(index, 1)
  }
}

function answer(message: IncomingMessage, response: ServerResponse): void {
  const host = message.headers.host ?? ''
  const name = /^([^.:]+)\.localhost(:|$)/.exec(host)?.[1]
  if (name === undefined) void register(message.url ?? '/', response)
  else if (knobs.page !== null) response.writeHead(200, { 'content-type': 'text/html' }).end(knobs.page)
  else pass(name, message, response)
}

async function register(target: string, response: ServerResponse): Promise<void> {
  const asked = target === '/?new' ? 'random' : target.slice(1)
  if (knobs.registerStatus !== null) {
    stats.registrations.push({ asked, given: null, at: Date.now() })
    response.writeHead(knobs.registerStatus, { 'content-type': 'application/json' }).end('{"message":"not now"}')
    return
  }
  const isTaken = clients.has(asked) || knobs.otherName !== null
  const name = isTaken ? (knobs.otherName ?? `other-${stats.registrations.length}`) : asked
  stats.registrations.push({ asked, given: name, at: Date.now() })
  const client = await openClient(name)
  const { port: slotPort } = client.listener.address() as AddressInfo
  const { port: publicPort } = server.address() as AddressInfo
  const url = `http://${name}.localhost:${publicPort}`
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: name, url, port: slotPort, max_conn_count: slotsPerClient }))
}

async function openClient(name: string): Promise<Client> {
  const agent = new SlotAgent()
  const listener = createTcpServer()
  const client: Client = { name, agent, listener }
  let grace = setTimeout(() => forget(client), graceMs)
  listener.on('connection', (socket) => {
    stats.opens += 1
    socket.on('error', () => socket.destroy())
    if (knobs.closeAtOnce || agent.all.size >= slotsPerClient) {
      socket.destroy()
      return
    }
    clearTimeout(grace)
    agent.add(socket)
    stats.slots[name] = agent.all.size
    socket.on('close', () => {
      agent.remove(socket)
      stats.slots[name] = agent.all.size
      if (agent.all.size === 0) grace = setTimeout(() => forget(client), graceMs)
    })
  })
  clients.set(name, client)
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve)
  })
  return client
}

function forget(client: Client): void {
  client.listener.close()
  if (clients.get(client.name) === client) clients.delete(client.name)
}

function pass(name: string, message: IncomingMessage, response: ServerResponse): void {
  const client = clients.get(name)
  if (client === undefined || client === 'stranger') {
    message.resume()
    response.writeHead(404).end('404')
    return
  }
  const { method, url: path, headers } = message
  const onward = request({ agent: client.agent, method, path, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(response)
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  response.on('close', () => {
    onward.destroy()
    // A sender goes on sending after an early answer; unread, its connection would be stuck.
    message.unpipe().resume()
  })
  message.pipe(onward)
}

process.on('message', (call: { set?: Partial<ServerKnobs>; steal?: string; drop?: string; forget?: string }) => {
  Object.assign(knobs, call.set)
  if (call.steal !== undefined) clients.set(call.steal, 'stranger')
  if (call.forget !== undefined) clients.delete(call.forget)
  const client = clients.get(call.drop ?? '')
  if (client !== undefined && client !== 'stranger') for (const socket of client.agent.all) socket.destroy()
  process.send?.({ stats })
})
process.once('disconnect', () => process.exit())
