import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { LoadJob, LoadResult } from '../messages.ts'
import { answerReader } from './answerReader.ts'
import { makeRequests } from './makeRequests.ts'

/** State of a run: hands out prepared requests, and times the answers. */
interface Run {
  job: LoadJob
  next(): Buffer
  /** Start of the measurement and end of the run, by `performance.now()`. */
  done(startedAt: number, status: number): void
  over(): boolean
}

/** Runs one measurement. Reused connections are opened before it starts. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const cpuAtFirst = process.cpuUsage()
  const requests = makeRequests(job.count ?? (job.bodyBytes === null ? 60_000 : 8), job)
  const latencies: number[] = []
  let cursor = 0
  let failed = 0
  let endsAt = Infinity
  const maxRequests = job.count ?? Infinity
  const run: Run = {
    job,
    next: () => requests[cursor++ % requests.length] as Buffer,
    done: (startedAt, status) => {
      if (status === 200) latencies.push(performance.now() - startedAt)
      else failed += 1
    },
    over: () => cursor >= maxRequests || performance.now() >= endsAt,
  }
  const wires = job.reuse ? await openAll(job.port, job.connections) : []
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  endsAt = startedAt + job.duration
  if (job.rate !== null) await openLoop(run, wires, startedAt, job.rate)
  else if (job.reuse) await Promise.all(wires.map(async (wire) => oneAfterTheOther(run, wire)))
  else await Promise.all(Array.from({ length: job.connections }, async () => newConnections(run)))
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const wholeCpu = process.cpuUsage(cpuAtFirst)
  for (const { socket } of wires) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN
  return {
    answered: latencies.length,
    failed,
    seconds,
    p50: at(0.5),
    p99: at(0.99),
    loadCpu: cpu.user + cpu.system,
    wholeCpu: wholeCpu.user + wholeCpu.system,
  }
}

/** A connection that reads into one buffer, because streams would double the cost of the load generator. */
interface Wire {
  socket: Socket
  onBytes: (bytes: Buffer) => void
}

function openWire(port: number): Wire {
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: Buffer.alloc(8192),
      callback: (length, bytes) => {
        wire.onBytes(Buffer.from(bytes.buffer, bytes.byteOffset, length))
        return true
      },
    },
  })
  socket.on('error', () => undefined)
  const wire: Wire = { socket, onBytes: () => undefined }
  return wire
}

async function openAll(port: number, count: number): Promise<Wire[]> {
  const wires = Array.from({ length: count }, () => openWire(port))
  await Promise.all(wires.map(async ({ socket }) => once(socket, 'connect')))
  return wires
}

/** Closed loop over one reused connection. */
async function oneAfterTheOther(run: Run, wire: Wire): Promise<void> {
  await new Promise<void>((resolve) => {
    const { socket } = wire
    let sentAt = performance.now()
    const reader = answerReader((status) => {
      run.done(sentAt, status)
      if (run.over()) {
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(run.next())
    })
    wire.onBytes = reader.take
    socket.on('close', () => {
      if (!run.over()) run.done(sentAt, 0)
      resolve()
    })
    socket.write(run.next())
  })
}

/** Closed loop with a new connection for each request, timed until the answer is read. */
async function newConnections(run: Run): Promise<void> {
  while (!run.over()) {
    await new Promise<void>((resolve) => {
      const sentAt = performance.now()
      let status = 0
      const wire = openWire(run.job.port)
      const { socket } = wire
      wire.onBytes = answerReader((got) => {
        status = got
      }).take
      socket.on('close', () => {
        run.done(sentAt, status)
        resolve()
      })
      socket.write(run.next())
    })
  }
}

/** Open loop: requests are due at fixed times, regardless of earlier answers; delays count. */
async function openLoop(run: Run, wires: readonly Wire[], startedAt: number, rate: number): Promise<void> {
  const free = wires.map(({ socket }) => socket)
  const dueAt = new Map<Socket, number>()
  const total = Math.floor((run.job.duration / 1000) * rate)
  let sent = 0
  let finished = 0
  await new Promise<void>((resolve) => {
    for (const wire of wires) {
      const { socket } = wire
      wire.onBytes = answerReader((status) => {
        run.done(dueAt.get(socket) ?? NaN, status)
        free.push(socket)
        finished += 1
      }).take
      socket.on('close', () => {
        finished += 1
      })
    }
    const turn = () => {
      while (sent < total) {
        const due = startedAt + (sent * 1000) / rate
        if (due > performance.now()) break
        const socket = free.shift()
        if (socket === undefined) break
        dueAt.set(socket, due)
        socket.write(run.next())
        sent += 1
      }
      if (finished >= total || performance.now() > startedAt + run.job.duration + 10_000) resolve()
      // Looking again at once instead of a timer: a timer of 1 ms would be most of what is measured.
      else if (rate >= 100 && run.job.calm !== true) setImmediate(turn)
      else setTimeout(turn, 1)
    }
    turn()
  })
}
