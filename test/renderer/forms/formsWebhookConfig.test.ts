import { describe, expect, it } from 'vitest'
import {
  changesOf,
  repairedFields,
  sendingWords,
} from '../../../src/renderer/features/environment/webhook/ApplyBar.tsx'
import {
  inputOf,
  problemsOf,
  storedForm,
  typeProblem,
  typesTyped,
  warningsOf,
  type WebhookConfigForm,
} from '../../../src/renderer/features/environment/webhook/ConfigFields.tsx'
import {
  comparedWords,
  heldWords,
  outcomeWords,
  sentWords,
} from '../../../src/renderer/features/environment/webhook/words.ts'
import { webhookTypes } from '../../../src/shared/model.ts'
import { webhookConfigInputSchema } from '../../../src/shared/schemas/webhookConfigSchemas.ts'
import type { WebhookConfig, WebhookConfigPreview } from '../../../src/shared/wireTypes.ts'

type PreviewField = WebhookConfigPreview['fields'][number]

const receiverUrl = 'http://127.0.0.1:4711/in/abcdefghijklmnop'
const secret = { set: true, fingerprint: 'aaaa1111' }
const nothingToSay = { address: null, needsTunnel: false, types: null }

function config(change: Partial<WebhookConfig['desired']> = {}) {
  const desired = { url: receiverUrl, enabled: true, webhookTypes: [...webhookTypes], sharedSecret: secret, ...change }
  return { desired, applied: null, changed: [], drift: [], remarks: [] } satisfies WebhookConfig
}

function form(change: Partial<WebhookConfigForm> = {}): WebhookConfigForm {
  return { ...storedForm(config()), ...change }
}

describe('the webhook-config form', () => {
  it('is enabled where nothing was applied yet, so that the first apply never succeeds without an effect', () => {
    const fresh = config({ enabled: false })
    expect(problemsOf(storedForm(fresh), false)).toHaveProperty('sharedSecret')
    const applied = { ...fresh.desired, at: '', status: 200 }
    expect(storedForm({ ...fresh, applied }).enabled).toBe(false)
  })

  it('sends documented types in their order and others after them, each once', () => {
    const stored = storedForm(config({ webhookTypes: ['wallet', 'loan', 'payment'] }))
    expect(stored).toMatchObject({ knownTypes: ['payment', 'wallet'], otherTypes: ['loan'] })
    expect(inputOf(stored).webhookTypes).toEqual(['payment', 'wallet', 'loan'])
  })

  it('sends a type that is typed and not yet a chip too, and nothing that is none', () => {
    expect(inputOf(form({ otherTypes: ['loan'], typedType: ' card ' })).webhookTypes?.slice(-2)).toEqual([
      'loan',
      'card',
    ])
    const wrong = form({ typedType: 'what is this?' })
    expect(inputOf(wrong).webhookTypes).toEqual([...webhookTypes])
    expect(problemsOf(wrong, true).typedType).toContain('A type has letters')
    expect(problemsOf(form({ typedType: ' ' }), true)).toEqual({})
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

  it('warns when a service elsewhere would get an address of this machine', () => {
    const receiver = { url: receiverUrl }
    const service = { kind: 'service', receiverPath: '/in/abcdefghijklmnop' } as const
    expect(warningsOf(form(), service, receiver)).toMatchObject({
      address: expect.stringContaining('this machine only') as string,
      needsTunnel: true,
    })
    expect(warningsOf(form(), { ...service, kind: 'sandbox' }, receiver)).toEqual(nothingToSay)
    const tunnel = 'https://acme.tunnel.example/in/abcdefghijklmnop'
    expect(warningsOf(form({ url: tunnel }), service, receiver)).toEqual(nothingToSay)
    expect(warningsOf(form({ url: 'https://acme.tunnel.example/hooks' }), service, receiver).address).toContain('404')
  })

  it('warns when it is enabled for nothing', () => {
    const nothing = form({ knownTypes: [], otherTypes: [] })
    const sandbox = { kind: 'sandbox', receiverPath: '/in/abcdefghijklmnop' } as const
    expect(warningsOf(nothing, sandbox, { url: receiverUrl }).types).toContain('No type')
  })
})

function preview(change: Partial<Record<string, Partial<PreviewField>>> = {}): WebhookConfigPreview {
  const fields = (['url', 'enabled', 'sharedSecret', 'webhookTypes'] as const).map((field): PreviewField => {
    const value = { url: receiverUrl, enabled: true, sharedSecret: 'aaaa1111', webhookTypes: [...webhookTypes] }[field]
    return { field, before: value, after: value, changes: false, sent: false, ...change[field] }
  })
  return { fields, body: null, problem: null, why: null }
}

describe('other types, as they are typed', () => {
  it('become chips at a comma, a semicolon or a blank, several at once when they are pasted', () => {
    expect(typesTyped([], 'loa')).toEqual({ otherTypes: [], typedType: 'loa' })
    expect(typesTyped([], 'loan,')).toEqual({ otherTypes: ['loan'], typedType: '' })
    expect(typesTyped(['loan'], ' card;kyc-v2  a.b ')).toEqual({
      otherTypes: ['loan', 'card', 'kyc-v2', 'a.b'],
      typedType: '',
    })
  })

  it('stay in the field when they are none, or are there already', () => {
    expect(typesTyped(['loan'], 'loan, payment, card, "x"')).toEqual({
      otherTypes: ['loan', 'card'],
      typedType: 'loan payment "x"',
    })
    expect(typeProblem('loan', ['loan'])).toContain('already')
    expect(typeProblem('payment', [])).toContain('tick it there')
    expect(typeProblem('"x"', [])).toContain('letters')
    expect(typeProblem('x'.repeat(201), [])).toContain('200')
    expect(typeProblem('prüfung/2', [])).toBeNull()
  })

  it('are as many as the contract takes', () => {
    const all = Array.from({ length: 95 }, (_, index) => `type${index}`)
    const { otherTypes, typedType } = typesTyped([], all.join(' '))
    expect(otherTypes).toHaveLength(90)
    expect(typedType).toBe('type90 type91 type92 type93 type94')
    const sent = inputOf(form({ otherTypes, typedType: '' }))
    expect(webhookConfigInputSchema.safeParse(sent).success).toBe(true)
  })
})

describe('what an apply will change', () => {
  it('comes from unknown before the first apply', () => {
    const first = preview({ url: { before: null, changes: true, sent: true } })
    expect(changesOf(first, false).map(({ before }) => before)).toEqual([null, null, null, null])
    expect(changesOf(first, true)[0]?.before).toBe('unknown')
  })

  it('names each field in words, the secret by its fingerprint', () => {
    const changed = preview({
      enabled: { after: false, changes: true, sent: true },
      sharedSecret: { before: null, changes: true },
      webhookTypes: { after: [...webhookTypes.filter((type) => type !== 'nft'), 'loan'], changes: true, sent: true },
    })
    expect(changesOf(changed, true).slice(1)).toEqual([
      { field: 'enabled', label: 'Enabled', before: 'yes', after: 'no', changes: true, sent: true },
      {
        field: 'sharedSecret',
        label: 'Shared secret',
        before: 'none',
        after: 'fingerprint aaaa1111',
        changes: true,
        sent: false,
      },
      {
        field: 'webhookTypes',
        label: 'Types',
        before: 'nft',
        after: 'loan',
        changes: true,
        sent: true,
      },
    ])
    expect(sendingWords(changesOf(changed, true))).toBe(
      'Will be sent: Enabled, Types. Different and yet not sent: Shared secret.',
    )
  })

  it('says when nothing is sent, and when all is sent once more', () => {
    expect(sendingWords(changesOf(preview(), true))).toContain('nothing would be sent')
    const again = { sent: true }
    const all = preview({ url: again, enabled: again, sharedSecret: again, webhookTypes: again })
    expect(sendingWords(changesOf(all, true))).toBe('Will be sent: URL, Enabled, Shared secret, Types. All as before.')
    const one = preview({ url: again, enabled: { ...again, after: false, changes: true } })
    expect(sendingWords(changesOf(one, true))).toBe('Will be sent: URL, Enabled. Of these as before: URL.')
  })

  it('names what a repair sends: what is wanted and was not applied', () => {
    const { desired } = config({ webhookTypes: ['payment'] })
    const repaired = (changed: WebhookConfig['changed']) =>
      repairedFields({ desired, applied: null, changed, drift: [], remarks: [] })
    expect(repaired(['enabled', 'webhookTypes'])).toBe(`Enabled: ${desired.enabled ? 'yes' : 'no'} · Types: payment`)
    expect(repaired([])).toBe('')
  })

  it('does not show the key of a receiver address', () => {
    const moved = preview({ url: { after: 'https://t.example/in/qrstuvwxyz', changes: true } })
    const [url] = changesOf(moved, true)
    expect(url).toMatchObject({ before: 'http://127.0.0.1:4711/in/abcd…', after: 'https://t.example/in/qrst…' })
  })
})

describe('the change history', () => {
  it('reads as what was sent and what came of it', () => {
    expect(
      sentWords([
        { field: 'url', value: receiverUrl },
        { field: 'sharedSecret', value: 'aaaa1111' },
      ]),
    ).toBe('URL: http://127.0.0.1:4711/in/abcd… · Shared secret: fingerprint aaaa1111')
    expect(outcomeWords({ asked: true, status: 200, problem: null })).toBe('200')
    expect(outcomeWords({ asked: true, status: 403, problem: 'No.' })).toBe('403, refused')
    expect(outcomeWords({ asked: true, status: 500, problem: 'No.' })).toBe('500, failed')
  })

  it('tells a service that did not answer from one that was not asked for want of a token', () => {
    expect(outcomeWords({ asked: true, status: null, problem: 'No answer.' })).toBe('no answer')
    expect(outcomeWords({ asked: false, status: null, problem: 'Wrong password.' })).toBe('no token')
  })
})

describe('what the service says that it holds', () => {
  const field = { field: 'sharedSecret', told: true, held: null, applied: 'aaaa1111', same: null } as const

  it('is never made up: what it hides or leaves out is said so', () => {
    expect(heldWords(field)).toContain('hidden')
    expect(heldWords({ ...field, told: false })).toBe('not said')
    expect(heldWords({ ...field, field: 'enabled', held: false, applied: true })).toBe('no')
  })

  it('is the same, differs, or cannot be compared', () => {
    expect(comparedWords({ told: true, same: true })).toBe('the same')
    expect(comparedWords({ told: true, same: false })).toBe('differs')
    expect(comparedWords({ told: true, same: null })).toBe('cannot be compared')
    expect(comparedWords({ told: false, same: null })).toBe('not said')
  })
})
