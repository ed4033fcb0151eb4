/**
 * Compares ways to keep deliveries, as ratios to a server that keeps nothing: `node test/bench/storeDesigns.ts`.
 * Options: `--designs a,b --connections 1,50,200 --rounds 5 --ms 2000`. Rounds alternate, so that a busy machine hits all alike.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closedLoop, signedRequests, type LoopResult } from './closedLoop.ts'
import { designs } from './designs/designs.ts'

interface Measured extends LoopResult {
  delayP99: number
  /** CPU of the whole server process for each request, microseconds. */
  cpu: number
}

const { values } = parseArgs({
  options: {
    designs: { type: 'string', default: Object.keys(designs).join(',') },
    connections: { type: 'string', default: '1,50,200' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '2000' },
  },
})
const names = ['reference', ...values.designs.split(',')]
const requests = signedRequests(500, '/in/benchmark-key')

async function measure(design: string, connections: number, ms: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'store-designs-'))
  const child = fork(new URL('./storeDesignServer.ts', import.meta.url), [design, folder])
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    await closedLoop(port, connections, 500, requests)
    child.send('start')
    const result = await closedLoop(port, connections, ms, requests)
    child.send('measure')
    const [answer] = (await once(child, 'message')) as [{ delayP99: number; cpuMs: number }]
    const cpu = (answer.cpuMs * 1000) / ((result.perSecond * ms) / 1000)
    return { ...result, delayP99: answer.delayP99, cpu }
  } finally {
    const ended = once(child, 'exit')
    child.send('stop')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

for (const connections of values.connections.split(',').map(Number)) {
  const results = new Map<string, Measured[]>(names.map((name) => [name, []]))
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const name of names) results.get(name)?.push(await measure(name, connections, Number(values.ms)))
  }
  const reference = results.get('reference') ?? []
  console.log(`\n${connections} keep-alive connections, median of ${values.rounds} rounds`)
  console.table(
    Object.fromEntries(
      [...results].map(([name, rounds]) => {
        const ratios = rounds.map((round, index) => round.perSecond / (reference[index]?.perSecond ?? 1))
        return [
          name,
          {
            'per second': Math.round(median(rounds.map((round) => round.perSecond))),
            ratio: Number(median(ratios).toFixed(2)),
            spread: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
            'p50 ms': Number(median(rounds.map((round) => round.p50)).toFixed(2)),
            'p99 ms': Number(median(rounds.map((round) => round.p99)).toFixed(2)),
            'loop delay p99 ms': Number(median(rounds.map((round) => round.delayP99)).toFixed(2)),
            'server CPU us': Number(median(rounds.map((round) => round.cpu)).toFixed(1)),
            refused: rounds.reduce((sum, round) => sum + round.refused, 0),
          },
        ]
      }),
    ),
  )
}
