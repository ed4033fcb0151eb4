import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Explainer, startExplainer } from '../../src/engine/explaining/startExplainer.ts'
import type { ExplainInput } from '../../src/engine/signature/explain/types.ts'
import { fingerprintOf } from '../../src/engine/signature/keys/verificationSecret.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'

const secret = Buffer.from('a shared secret')
let explainer: Explainer

beforeEach(() => {
  // Limits that a busy machine does not reach.
  explainer = startExplainer(() => undefined, { ms: 120_000, bytes: 512 * 1024 * 1024 })
})
afterEach(async () => explainer.stop())

/** A delivery whose header cannot be explained, unless it is the signature over `signed`. */
function input(body: Uint8Array, signed?: Uint8Array): ExplainInput {
  const signature = signed === undefined ? randomBytes(32) : createHmac('sha256', secret).update(signed).digest()
  return {
    request: {
      headers: [serviceScheme.header, signature.toString('base64')],
      body,
      truncated: false,
      contentLength: body.length,
      method: 'POST',
      urls: [],
      receivedAt: null,
    },
    scheme: serviceScheme,
    secrets: [
      { bytes: secret, label: 's', fingerprint: fingerprintOf(secret), environment: 'Acme', standing: 'current' },
    ],
    target: { direction: 'wire' },
    others: [],
  }
}

const small = Buffer.from('{"a":1}')
/** Large enough that no search comes to its end within `hurried`. */
const large = Buffer.from(JSON.stringify({ text: 'ä'.repeat(2_000_000) }))

const hurried = { ms: 1000, bytes: 512 * 1024 * 1024 }

describe('the search for a cause', () => {
  it('proves it, on a thread of its own', async () => {
    const { state, findings } = await explainer.explain(async () => input(small, Buffer.from('{"a":1}\n')))
    expect(state).toBe('explained')
    expect(findings[0]).toMatchObject({ kind: 'proof', secret: { environment: 'Acme' } })
  })

  it('ends with the first proof where that is enough, long before a large body is searched to its end', async () => {
    const asked = { body: large, signed: Buffer.concat([large, Buffer.from('\n')]) }
    const first = await explainer.explain(async () => input(asked.body, asked.signed), { untilProof: true })
    expect(first).toMatchObject({ state: 'explained', complete: false, findings: [{ cause: 'body-final-newline' }] })
    const nothing = await explainer.explain(async () => input(small), { untilProof: true })
    expect(nothing).toMatchObject({ state: 'unexplained', complete: true })
  })

  it('holds up nothing on the thread that asks', async () => {
    await explainer.stop()
    explainer = startExplainer(() => undefined, hurried)
    let turns = 0
    let searching = true
    const search = explainer
      .explain(async () => input(large))
      .finally(() => {
        searching = false
      })
    while (searching) {
      await turn()
      turns += 1
    }
    expect(turns).toBeGreaterThan(1000)
    expect((await search).complete).toBe(false)
  })

  it('ends within its budget and says that it is not complete', async () => {
    await explainer.stop()
    explainer = startExplainer(() => undefined, hurried)
    const { complete, state } = await explainer.explain(async () => input(large))
    expect([complete, state]).toEqual([false, 'unexplained'])
  })

  it('can be canceled while it runs, and while it waits for its turn', async () => {
    await explainer.stop()
    // Without canceling it would search for longer than the test waits.
    explainer = startExplainer(() => undefined, { ms: 300_000, bytes: Number.MAX_SAFE_INTEGER })
    const running = new AbortController()
    const waiting = new AbortController()
    const order: string[] = []
    const first = explainer
      .explain(async () => input(large), { signal: running.signal })
      .then(() => order.push('running'))
    const second = explainer
      .explain(async () => input(large), { signal: waiting.signal })
      .then(() => order.push('waiting'))
    const third = explainer.explain(async () => input(small, small)).then(() => order.push('after'))
    waiting.abort()
    await second
    running.abort()
    await Promise.all([first, third])
    expect(order).toEqual(['waiting', 'running', 'after'])
    expect((await explainer.explain(async () => input(small), { signal: AbortSignal.abort() })).tried).toBe(0)
  })

  it('asks for what is to be explained when its turn comes, and refuses what would pile up', async () => {
    let asked = 0
    const searches = Array.from({ length: 150 }, async () =>
      explainer.explain(async () => {
        asked += 1
        return input(small, small)
      }),
    )
    expect(asked).toBe(1)
    const refused = (await Promise.all(searches)).filter(({ complete }) => !complete)
    expect(refused).toHaveLength(49)
    expect(asked).toBe(101)
  })

  it('is rejected when what is to be explained cannot be read, and the next one goes on', async () => {
    const broken = explainer.explain(async () => Promise.reject(new Error('gone')))
    const next = explainer.explain(async () => input(small, Buffer.from('{"a":1}\n')))
    await expect(broken).rejects.toThrow('gone')
    expect((await next).state).toBe('explained')
  })

  it('is answered for everybody who still waits when the app stops', async () => {
    const searches = [explainer.explain(async () => input(large)), explainer.explain(async () => input(small))]
    await explainer.stop()
    for (const { state, complete } of await Promise.all(searches)) {
      expect([state, complete]).toEqual(['unexplained', false])
    }
    expect((await explainer.explain(async () => input(small))).complete).toBe(false)
  })
})
