/**
 * node test/bench/tunnels.ts [--rounds N] [--ms N] [--out FILE]: what a tunnel costs, beside a direct connection to the
 * same receiver in the same run. On a shared machine only the ratios count: ways alternate, medians are told. The
 * localtunnel server is a small one of the tests, in a process of its own; ssh goes to a real sshd. All on loopback.
 */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startSshServer, whyNoSshd } from '../tunnel/startSshServer.ts'
import { startTunnelServer } from '../tunnel/startTunnelServer.ts'
import { startChild } from './child.ts'
import { closedLoop, type LoopResult } from './closedLoop.ts'
import { target } from './messages.ts'
import type { WayJob } from './tunnels/tunnelsProcess.ts'

interface TunnelLoad {
  name: string
  what: string
  connections: number
  bodyBytes: number
}

const loads: readonly TunnelLoad[] = [
  { name: 'latency', what: '1 connection, 600 bytes', connections: 1, bodyBytes: 600 },
  { name: 'throughput', what: '10 connections, 600 bytes', connections: 10, bodyBytes: 600 },
  { name: 'volume', what: '4 connections, 1 MB', connections: 4, bodyBytes: 1_000_000 },
]

/** One way under one load: medians over the rounds. Ratios are to the direct connection in the same round. */
export interface TunnelLine {
  load: string
  way: string
  perSecond: number
  megabytesPerSecond: number
  /** ms. */
  p50: number
  p99: number
  throughputRatio: number
  latencyRatio: number
  /** Answers other than 200. */
  refused: number
}

/** Measures each provider that works on loopback beside a direct connection. */
export async function measureTunnels({ rounds, ms }: { rounds: number; ms: number }): Promise<TunnelLine[]> {
  const tunnelServer = await startTunnelServer()
  const sshServer = whyNoSshd() === null ? await startSshServer() : null
  const serving = startChild(new URL('./tunnels/tunnelsProcess.ts', import.meta.url), [])
  try {
    const jobs: WayJob[] = [
      { provider: 'direct', values: {} },
      { provider: 'localtunnel', values: { host: tunnelServer.url } },
    ]
    if (sshServer !== null) {
      const { host, port, keyFile } = sshServer
      jobs.push({ provider: 'ssh', values: { host, port: String(port), key: keyFile, url: 'http://127.0.0.1:{port}' } })
    }
    const ways = new Map<string, URL>()
    for (const job of jobs) ways.set(job.provider, new URL(await serving.call<string>(job)))
    const lines: TunnelLine[] = []
    for (const load of loads) lines.push(...(await measureLoad(load, ways, rounds, ms)))
    return lines
  } finally {
    await serving.stop()
    await sshServer?.stop()
    await tunnelServer.stop()
  }
}

async function measureLoad(
  load: TunnelLoad,
  ways: Map<string, URL>,
  rounds: number,
  ms: number,
): Promise<TunnelLine[]> {
  const results = new Map<string, LoopResult[]>([...ways.keys()].map((way) => [way, []]))
  // Round -1 warms up and is not counted.
  for (let round = -1; round < rounds; round += 1) {
    for (const [way, url] of ways) {
      const requests = requestsTo(url, load.bodyBytes)
      const result = await closedLoop(Number(url.port), load.connections, round < 0 ? ms / 3 : ms, requests)
      if (round >= 0) results.get(way)?.push(result)
    }
  }
  const direct = results.get('direct') ?? []
  return [...results].map(([way, own]) => ({
    load: load.name,
    way,
    perSecond: median(own.map(({ perSecond }) => perSecond)),
    megabytesPerSecond: median(own.map(({ perSecond }) => (perSecond * load.bodyBytes) / 1e6)),
    p50: median(own.map(({ p50 }) => p50)),
    p99: median(own.map(({ p99 }) => p99)),
    throughputRatio: median(own.map(({ perSecond }, round) => perSecond / (direct[round]?.perSecond ?? NaN))),
    latencyRatio: median(own.map(({ p50 }, round) => p50 / (direct[round]?.p50 ?? NaN))),
    refused: own.reduce((sum, { refused }) => sum + refused, 0),
  }))
}

/** Whole requests with random bodies, ready to be written to a socket. */
function requestsTo(url: URL, bodyBytes: number): Buffer[] {
  return Array.from({ length: bodyBytes > 10_000 ? 4 : 200 }, () => {
    const head = [`POST ${target} HTTP/1.1`, `Host: ${url.host}`, `Content-Length: ${bodyBytes}`]
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), randomBytes(bodyBytes)])
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** The lines as tables, one for each load. */
export function tunnelTables(lines: readonly TunnelLine[]): string {
  return loads
    .map(({ name, what }) => {
      const rows = lines
        .filter(({ load }) => load === name)
        .map((line) => {
          const cells = [
            line.perSecond.toFixed(0).padStart(9),
            line.throughputRatio.toFixed(2).padStart(8),
            line.megabytesPerSecond.toFixed(1).padStart(9),
            line.p50.toFixed(2).padStart(9),
            line.latencyRatio.toFixed(2).padStart(8),
            line.p99.toFixed(2).padStart(9),
            String(line.refused).padStart(9),
          ]
          return line.way.padEnd(13) + cells.join('')
        })
      const titles = ['req/s', 'ratio', 'MB/s', 'p50 ms', 'ratio', 'p99 ms', 'refused']
      const widths = [9, 8, 9, 9, 8, 9, 9]
      const head = ''.padEnd(13) + titles.map((title, index) => title.padStart(widths[index] ?? 9)).join('')
      return [`${name}: ${what}`, head, ...rows, ''].join('\n')
    })
    .join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      ms: { type: 'string', default: '1500' },
      out: { type: 'string' },
    },
  })
  const reason = whyNoSshd()
  if (reason !== null) console.log(`ssh is not measured: ${reason}`)
  const lines = await measureTunnels({ rounds: Number(values.rounds), ms: Number(values.ms) })
  console.log(tunnelTables(lines))
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(lines, null, 2)}\n`)
}
