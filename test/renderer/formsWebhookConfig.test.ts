import { describe, expect, it } from 'vitest'
import { changesOf } from '../../src/renderer/webhook-config/changesOf.ts'
import {
  inputOf,
  problemsOf,
  storedForm,
  warningsOf,
  type WebhookConfigForm,
} from '../../src/renderer/webhook-config/webhookConfigForm.ts'
import { webhookTypes } from '../../src/shared/model.ts'
import { webhookConfigInputSchema } from '../../src/shared/schemas/webhookConfigSchemas.ts'
import type { WebhookConfig } from '../../src/shared/wireTypes.ts'

const receiverUrl = 'http://127.0.0.1:4711/in/abcdefghijklmnop'
const secret = { set: true, fingerprint: 'aaaa1111' }

function config(change: Partial<WebhookConfig['desired']> = {}, applied: WebhookConfig['applied'] = null) {
  const desired = { url: receiverUrl, enabled: true, webhookTypes: [...webhookTypes], sharedSecret: secret, ...change }
  return { desired, applied, drift: [] } satisfies WebhookConfig
}

function applied(change: Partial<NonNullable<WebhookConfig['applied']>> = {}): NonNullable<WebhookConfig['applied']> {
  return { ...config().desired, at: '2026-01-01T00:00:00.000Z', status: 200, ...change }
}

function form(change: Partial<WebhookConfigForm> = {}): WebhookConfigForm {
  return { ...storedForm(config()), ...change }
}

describe('the webhook-config form', () => {
  it('sends documented types in their order and others after them, each once', () => {
    const stored = storedForm(config({ webhookTypes: ['wallet', 'loan', 'payment'] }))
    expect(stored).toMatchObject({ knownTypes: ['payment', 'wallet'], otherTypes: 'loan' })
    const sent = inputOf({ ...stored, otherTypes: ' loan,  card; loan payment ' })
    expect(sent.webhookTypes).toEqual(['payment', 'wallet', 'loan', 'card'])
  })

  it('leaves the secret out unless a new one was typed, so that the current one stays', () => {
    expect(inputOf(form())).not.toHaveProperty('sharedSecret')
    expect(inputOf(form({ sharedSecret: '' }))).not.toHaveProperty('sharedSecret')
    expect(inputOf(form({ sharedSecret: ' s ' }))).toMatchObject({ sharedSecret: ' s ' })
  })

  it('sends what the contract takes', () => {
    const sent = inputOf(form({ url: `  ${receiverUrl} `, sharedSecret: 'x' }))
    expect(webhookConfigInputSchema.parse(sent)).toEqual(sent)
    expect(sent.url).toBe(receiverUrl)
  })

  it.each(['', 'receiver.example/in', 'ftp://receiver.example', 'https://me:pw@receiver.example'])(
    'does not take %j as address',
    (url) => {
      expect(problemsOf(form({ url }), true).url).toContain('http://')
    },
  )

  it('asks for a secret before it enables, and is content once one is typed or stored', () => {
    expect(problemsOf(form(), false).sharedSecret).toContain('Generate')
    expect(problemsOf(form({ sharedSecret: 'x' }), false)).toEqual({})
    expect(problemsOf(form(), true)).toEqual({})
    expect(problemsOf(form({ enabled: false }), false)).toEqual({})
  })

  it('warns when a service elsewhere would be told an address of this machine', () => {
    const receiver = { url: receiverUrl }
    const service = { kind: 'service', receiverPath: '/in/abcdefghijklmnop' } as const
    expect(warningsOf(form(), service, receiver)[0]).toContain('this machine only')
    expect(warningsOf(form(), { ...service, kind: 'sandbox' }, receiver)).toEqual([])
    const tunnel = 'https://acme.tunnel.example/in/abcdefghijklmnop'
    expect(warningsOf(form({ url: tunnel }), service, receiver)).toEqual([])
    expect(warningsOf(form({ url: 'https://acme.tunnel.example/hooks' }), service, receiver)[0]).toContain('404')
  })

  it('warns when it is enabled for nothing', () => {
    const nothing = form({ knownTypes: [], otherTypes: '' })
    const sandbox = { kind: 'sandbox', receiverPath: '/in/abcdefghijklmnop' } as const
    expect(warningsOf(nothing, sandbox, { url: receiverUrl })[0]).toContain('No type')
  })
})

describe('what an apply will change', () => {
  it('is everything before the first apply, from unknown', () => {
    const changes = changesOf(form(), config())
    expect(changes.map(({ field }) => field)).toEqual(['url', 'enabled', 'sharedSecret', 'webhookTypes'])
    expect(changes.every(({ before }) => before === null)).toBe(true)
  })

  it('is nothing when the form says what was applied, in whatever order the types are', () => {
    const before = applied({ webhookTypes: webhookTypes.toReversed() })
    expect(changesOf(form(), config({}, before))).toEqual([])
  })

  it('names each difference in words', () => {
    const changed = form({
      enabled: false,
      sharedSecret: 'new',
      knownTypes: webhookTypes.filter((type) => type !== 'nft'),
    })
    expect(changesOf(changed, config({}, applied()))).toEqual([
      { field: 'enabled', label: 'Enabled', before: 'yes', after: 'no' },
      { field: 'sharedSecret', label: 'Shared secret', before: 'fingerprint aaaa1111', after: 'a new secret' },
      { field: 'webhookTypes', label: 'Types', before: 'all ten', after: 'all ten but nft' },
    ])
  })

  it('tells of a secret that was changed here but never applied', () => {
    const before = applied({ sharedSecret: { set: true, fingerprint: 'bbbb2222' } })
    expect(changesOf(form(), config({}, before))).toEqual([
      { field: 'sharedSecret', label: 'Shared secret', before: 'fingerprint bbbb2222', after: 'fingerprint aaaa1111' },
    ])
  })

  it('does not show the key of a receiver address', () => {
    const moved = changesOf(form({ url: 'https://t.example/in/qrstuvwxyz' }), config({}, applied()))
    expect(JSON.stringify(moved)).not.toMatch(/efghijklmnop|uvwxyz/)
    expect(moved[0]).toMatchObject({ before: 'http://127.0.0.1:4711/in/abcd…', after: 'https://t.example/in/qrst…' })
  })
})
