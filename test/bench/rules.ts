/**
 * Cost of response rules: deliveries a second at an environment without rules, with rules that are switched off, and with
 * one that is on and matches nothing, round by round in turn over one host, so that a busy machine slows all of them.
 */
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost } from '../build/startTestHost.ts'
import type { ResponseRule } from '../../src/shared/wireTypes.ts'
import { benchSecret, closedLoop, signedRequests } from './closedLoop.ts'

const rounds = Number(process.argv[2] ?? 7)
const msEach = 1500
const connections = 20

const rule = (change: Partial<ResponseRule>): ResponseRule => {
  return { id: 'bench', name: 'Bench', enabled: true, when: {}, answer: { status: 503 }, ...change }
}
const cases: Readonly<Record<string, ResponseRule[]>> = {
  'no rules': [],
  'rules off': [rule({ enabled: false })],
  'on, other method': [rule({ when: { method: 'PUT' } })],
  'on, other type': [rule({ when: { filter: 'type:kyc' } })],
  'on, answers 200': [rule({ answer: { status: 200 } })],
}

const folder = scratchFolder()
const { host, client } = await startTestHost(folder.path)
try {
  const port = Number(new URL(host.receiverOrigin).port)
  const subjects = await Promise.all(
    Object.entries(cases).map(async ([name, rules]) => {
      const { id, receiverPath } = await client.environments.create({ name, sharedSecrets: [benchSecret] })
      await client.environments.setResponseRules({ id, rules })
      return { name, requests: signedRequests(2000, receiverPath), perSecond: [] as number[], p99: [] as number[] }
    }),
  )
  for (let round = -1; round < rounds; round += 1) {
    for (const subject of subjects) {
      const { perSecond, p99, refused } = await closedLoop(port, connections, msEach, subject.requests)
      if (refused > 0) throw new Error(`${subject.name}: ${refused} deliveries were refused.`)
      // The first round warms up.
      if (round < 0) continue
      subject.perSecond.push(perSecond)
      subject.p99.push(p99)
    }
  }
  for (const { name, perSecond, p99 } of subjects) {
    const [least, middle, most] = spread(perSecond)
    console.log(
      `${name.padEnd(18)} ${middle.toFixed(0).padStart(6)}/s (${least.toFixed(0)} to ${most.toFixed(0)}), p99 ${spread(p99)[1].toFixed(1)} ms`,
    )
  }
} finally {
  await host.stop()
  folder.remove()
}

function spread(values: readonly number[]): [least: number, middle: number, most: number] {
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[0] ?? 0, sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0]
}
