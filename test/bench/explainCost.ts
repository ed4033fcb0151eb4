/**
 * Cost of a search for the cause of a failed signature, by the size of the body: a full search that finds
 * nothing, which is the longest one, and a search that finds a common cause; for comparison the one HMAC of verifying.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { explain } from '../../src/engine/signature/explain/explain.ts'
import type { ExplainInput, KnownSecret } from '../../src/engine/signature/explain/types.ts'
import { fingerprintOf } from '../../src/engine/signature/keys/verificationSecret.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'

/** As in the app: see startExplainer.ts. */
const budget = { ms: 2000, bytes: 2 * 1024 ** 3 }
const sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]

export interface ExplainCost {
  bytes: number
  /** Milliseconds of CPU, medians. */
  verify: number
  explained: number
  unexplained: number
  /** Digests that the longest search computed, and whether it came to its end within the budget. */
  tried: number
  complete: boolean
}

/** Measures every size; the rounds of all sizes alternate. */
export function explainCosts(rounds: number): ExplainCost[] {
  const secrets = Array.from({ length: 5 }, (_, index) => secretOf(index))
  const cases = sizes.map((bytes) => {
    const body = notification(bytes)
    const [first] = secrets as [KnownSecret]
    const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest('base64')
    return {
      bytes,
      verify: () => hmac(first.bytes, body),
      explained: () => search(body, secrets, hmac(first.bytes, Buffer.concat([body, Buffer.from('\n')]))),
      unexplained: () => search(body, secrets, randomBytes(32).toString('base64')),
      times: { verify: [] as number[], explained: [] as number[], unexplained: [] as number[] },
      tried: 0,
      complete: true,
    }
  })
  // As in an app that has explained before; then one more round, for what is large.
  const [smallest] = cases
  for (let round = 0; round < 30; round += 1) smallest?.unexplained()
  for (let round = 0; round <= rounds; round += 1) {
    for (const entry of cases) {
      const verify = timed(entry.verify).ms
      const explained = timed(entry.explained)
      const unexplained = timed(entry.unexplained)
      entry.tried = unexplained.result.tried
      entry.complete &&= unexplained.result.complete
      if (round === 0) continue
      entry.times.verify.push(verify)
      entry.times.explained.push(explained.ms)
      entry.times.unexplained.push(unexplained.ms)
    }
  }
  return cases.map(({ bytes, times, tried, complete }) => ({
    bytes,
    verify: median(times.verify),
    explained: median(times.explained),
    unexplained: median(times.unexplained),
    tried,
    complete,
  }))
}

/** The figures as a table for the terminal. */
export function explainTable(costs: readonly ExplainCost[]): string {
  const rows = costs.map(({ bytes, verify, explained, unexplained, tried, complete }) =>
    [
      `${bytes / 1000} kB`.padStart(9),
      `${verify.toFixed(3)} ms`.padStart(12),
      `${explained.toFixed(1)} ms`.padStart(12),
      `${unexplained.toFixed(1)} ms`.padStart(12),
      String(tried).padStart(9),
      complete ? 'all of it' : 'until the budget was spent',
    ].join('  '),
  )
  return [
    'explain, ms of CPU: five secrets; searches for a final line feed, and for nothing that is there',
    '     body        verify     explained   unexplained     tried  searched',
    ...rows,
    '',
  ].join('\n')
}

function search(body: Uint8Array, secrets: readonly KnownSecret[], signature: string) {
  const end = performance.now() + budget.ms
  const input: ExplainInput = {
    request: {
      headers: ['content-type', 'application/json', serviceScheme.header, signature],
      body,
      truncated: false,
      contentLength: body.length,
      method: 'POST',
      urls: [],
      receivedAt: null,
    },
    scheme: serviceScheme,
    secrets,
    target: { direction: 'wire' },
    others: [],
  }
  return explain(input, { isSpent: () => performance.now() > end, bytes: budget.bytes })
}

/** Of the processor: other programs on the machine do not count. */
function timed<T>(work: () => T): { ms: number; result: T } {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  return { ms: (user + system) / 1000, result }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function secretOf(index: number): KnownSecret {
  const bytes = Buffer.from(randomBytes(24).toString('base64url'))
  const standing = index === 0 ? 'current' : index < 3 ? 'previous' : 'other'
  return { bytes, label: `secret ${index}`, fingerprint: fingerprintOf(bytes), environment: 'Acme', standing }
}

/** A notification as the service sends it, with changes that fill it up. */
function notification(bytes: number): Uint8Array {
  const head = {
    organizationId: 'cbbb36e0-f507-40e8-a839-c8982de5c2da',
    action: 'update',
    id: 'b3b3318e-fb35-49f6-a115-416f4e76c26c',
    resourceId: '9c32c0d8-3e73-4896-8a7a-766c7428ac54',
    resourceType: 'Payment',
    createdAtUtc: '2022-03-28T11:14:11.3704804+00:00',
  }
  const changes: Record<string, unknown> = {}
  for (let index = 0, size = 300; size < bytes; index += 1) {
    changes[`field${index}`] = index % 3 === 0 ? index / 4 : `Zahlung ${index} für <b>"Müller"</b> & Söhne`
    size += index % 3 === 0 ? 20 : 72
  }
  return Buffer.from(JSON.stringify({ ...head, changes }))
}

if (import.meta.main) console.log(explainTable(explainCosts(5)))
