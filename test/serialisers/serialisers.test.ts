/** @module-tag full */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { explain } from '../../src/engine/signature/explain/explain.ts'
import type { Explanation, ExplainInput } from '../../src/engine/signature/explain/types.ts'
import { fingerprintOf } from '../../src/engine/signature/keys/verificationSecret.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'
import { trueCauses } from './differences.ts'
import { proxyRewrites, type ReadyWriter, type Rewrite, rewritesOf, startWriting, type WriteAgain } from './rewrites.ts'
import { proxies, type Serialiser, senders, serialisers, type Writer } from './serialisers.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookscope-serialisers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'A7B6Fgl2KFI921gJ'
const prepared = new Map<string, Promise<WriteAgain>>()
const required = process.env.HOOKSCOPE_REQUIRE_TOOLCHAINS === '1'

describe('a body that a real serialiser wrote again', () => {
  it('comes from every serialiser that is here', () => {
    const lines = serialisers.map(({ title, found }) => {
      return 'version' in found ? `${title}: ${found.version}` : `${title}: left out, because ${found.missing}`
    })
    console.info(`Serialisers in these tests:\n  ${lines.join('\n  ')}`)
    if (required) expect(serialisers.flatMap(({ found }) => ('missing' in found ? [found.missing] : []))).toEqual([])
  })

  for (const serialiser of serialisers) {
    const { title, found } = serialiser
    const because = 'missing' in found ? ` (not run: ${found.missing})` : ''
    it.skipIf(because !== '')(`is proved when the code hashed what ${title} makes of it${because}`, async () => {
      const rewrites = await rewritesOf(await writing(serialiser))
      expect(rewrites.length).toBeGreaterThan(20)
      expect(unexplained(rewrites, whatCodeHashed, changedByCode)).toEqual([])
    })
  }

  const here = serialisers.filter(({ found }) => 'version' in found)
  it.skipIf(here.length < 4)('is proved when a proxy makes another one of what a sender wrote', async () => {
    const rewrites = await proxyRewrites(await ready(senders), await ready(proxies))
    expect(rewrites.length).toBeGreaterThan(20)
    expect(unexplained(rewrites, whatProxyMade, changedByProxy)).toEqual([])
  })
})

/** The writers with an installed serialiser, prepared; Node's is always installed. */
async function ready(writers: readonly Writer[]): Promise<ReadyWriter[]> {
  const all = writers.map(async ({ title, profile }) => {
    const serialiser = serialisers.find((candidate) => candidate.title === title)
    if (serialiser === undefined || 'missing' in serialiser.found) return []
    return [{ profile, writeAgain: await writing(serialiser) }]
  })
  return (await Promise.all(all)).flat()
}

function writing(serialiser: Serialiser): Promise<WriteAgain> {
  const started = prepared.get(serialiser.title) ?? startWriting(serialiser, join(folder, serialiser.title))
  prepared.set(serialiser.title, started)
  return started
}

/** Lists rewrites without a proof, and causes that do not differ between the two bodies. */
function unexplained(
  rewrites: readonly Rewrite[],
  tried: (rewrite: Rewrite) => Explanation,
  between: (rewrite: Rewrite) => Set<string>,
): string[] {
  return rewrites.flatMap((rewrite) => {
    const { state, findings } = tried(rewrite)
    if (state !== 'explained' || findings[0]?.kind !== 'proof') return [described(rewrite)]
    const known = between(rewrite)
    return findings.flatMap(({ kind, cause }) =>
      kind === 'observation' || known.has(cause) ? [] : [`${cause} is false: ${described(rewrite)}`],
    )
  })
}

const changedByCode = ({ original, rewritten }: Rewrite) => trueCauses(Buffer.from(original), Buffer.from(rewritten))
const changedByProxy = ({ original, rewritten }: Rewrite) => trueCauses(Buffer.from(rewritten), Buffer.from(original))

/** The sender is right, but the receiver's code hashed what it had parsed and written again. */
function whatCodeHashed({ original, rewritten }: Rewrite): Explanation {
  return explained(original, digest(original), { direction: 'receiver', digest: digest(rewritten) })
}

/** The sender signed one body, and a proxy rewrote it. */
function whatProxyMade({ original, rewritten }: Rewrite): Explanation {
  return explained(rewritten, digest(original), { direction: 'wire' })
}

function explained(body: Uint8Array, signature: string, target: ExplainInput['target']): Explanation {
  const request = {
    headers: [serviceScheme.header, signature, 'content-type', 'application/json'],
    body,
    truncated: false,
    method: 'POST',
    urls: [],
    receivedAt: null,
    contentLength: body.length,
  }
  const known = {
    bytes: Buffer.from(secret),
    label: 'live',
    fingerprint: fingerprintOf(secret),
    environment: null,
    standing: 'current' as const,
  }
  const budget = { isSpent: () => false, bytes: 1 << 28 }
  return explain({ request, scheme: serviceScheme, secrets: [known], target, others: [] }, budget)
}

function digest(body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}

function described({ title, original, rewritten }: Rewrite): string {
  return `${title}: ${Buffer.from(original).toString()} -> ${Buffer.from(rewritten).toString()}`
}
