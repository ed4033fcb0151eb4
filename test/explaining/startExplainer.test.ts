import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Explainer, startExplainer } from '../../src/engine/explaining/startExplainer.ts'
import type { ExplainInput } from '../../src/engine/signature/explain/types.ts'
import { fingerprintOf } from '../../src/engine/signature/verificationSecret.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'

const secret = Buffer.from('a shared secret')
let explainer: Explainer

beforeEach(() => {
  explainer = startExplainer(() => undefined, { ms: 1000, bytes: 512 * 1024 * 1024 })
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
/** Large enough that no search comes to its end within the budget. */
const large = Buffer.from(JSON.stringify({ text: 'ä'.repeat(2_000_000) }))

describe('the search for a cause', () => {
  it('proves it, on a thread of its own', async () => {
    const { state, findings } = await explainer.explain(input(small, Buffer.from('{"a":1}\n')))
    expect(state).toBe('explained')
    expect(findings[0]).toMatchObject({ kind: 'proof', secret: { environment: 'Acme' } })
  })

  it('holds up nothing on the thread that asks', async () => {
    let turns = 0
    let searching = true
    const search = explainer.explain(input(large)).finally(() => {
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
    const { complete, state, tried } = await explainer.explain(input(large))
    expect([complete, state]).toEqual([false, 'unexplained'])
    expect(tried).toBeGreaterThan(0)
  })

  it('can be canceled while it runs, and while it waits for its turn', async () => {
    const running = new AbortController()
    const waiting = new AbortController()
    const order: string[] = []
    const first = explainer.explain(input(large), running.signal).then(() => order.push('running'))
    const second = explainer.explain(input(large), waiting.signal).then(() => order.push('waiting'))
    const third = explainer.explain(input(small, small)).then(() => order.push('after'))
    waiting.abort()
    await second
    running.abort()
    await Promise.all([first, third])
    expect(order).toEqual(['waiting', 'running', 'after'])
    expect((await explainer.explain(input(small), AbortSignal.abort())).tried).toBe(0)
  })

  it('is answered for everybody who still waits when the app stops', async () => {
    const searches = [explainer.explain(input(large)), explainer.explain(input(small))]
    await explainer.stop()
    for (const { state, complete } of await Promise.all(searches)) {
      expect([state, complete]).toEqual(['unexplained', false])
    }
    expect((await explainer.explain(input(small))).complete).toBe(false)
  })
})
