import { describe, expect, it } from 'vitest'
import { addressNews } from '../../src/renderer/features/environment/public-url/NewAddressBanner.tsx'
import { claimingHeader } from '../../src/renderer/features/inbox/delivery/OverviewTab.tsx'
import { historySegments } from '../../src/renderer/features/environment/public-url/TunnelHistory.tsx'
import { fieldOf, refusedOption } from '../../src/renderer/features/environment/public-url/ProviderList.tsx'
import {
  changedOptions,
  editsOf,
  secretFields,
  storedOptions,
} from '../../src/renderer/features/environment/public-url/TunnelScreen.tsx'
import {
  lengthWords,
  nextTryWords,
  usualProvider,
  withoutKey,
} from '../../src/renderer/features/environment/public-url/words.ts'
import type { Environment, Status, Tunnel, TunnelProvider, WebhookConfig } from '../../src/shared/wireTypes.ts'
import { anEnvironment, aStatus } from './state/builders.ts'

const now = Date.parse('2026-01-01T12:00:00.000Z')
const at = (ms: number) => new Date(now + ms).toISOString()

describe('the words of the tunnel', () => {
  it('say when the next try is due, and nothing when none is planned', () => {
    expect(nextTryWords(at(4100), now)).toBe('in 5 s')
    expect(nextTryWords(at(-2000), now)).toBe('now')
    expect(nextTryWords(null, now)).toBeNull()
  })

  it('say how long a state was, or has been so far', () => {
    expect(lengthWords({ at: at(-90_000), forMs: 1500 }, now)).toBe('1.5 s')
    expect(lengthWords({ at: at(-4200), forMs: null }, now)).toBe('4 s so far')
    expect(lengthWords({ at: at(300), forMs: null }, now)).toBe('0 ms so far')
  })

  it('hide the whole key of a receiver URL, and nothing else', () => {
    expect(withoutKey('https://x.loca.lt/in/secret-key_1')).toBe('https://x.loca.lt/in/••••••••')
    expect(withoutKey('https://in.example/hook')).toBe('https://in.example/hook')
  })

  it('mean by "Open" what is open, then what was open last, then localtunnel', () => {
    const known = [{ id: 'none' }, { id: 'localtunnel' }, { id: 'ssh' }]
    expect(usualProvider('ssh', [{ provider: 'localtunnel' }], known)).toBe('ssh')
    expect(usualProvider('none', [{ provider: 'ssh' }, { provider: 'none' }], known)).toBe('ssh')
    expect(usualProvider('none', [{ provider: 'gone' }], known)).toBe('localtunnel')
  })

  it('name the header that claims a sender', () => {
    const forwarded: [string, string][] = [['x-forwarded-for', '1.2.3.4, 10.0.0.1']]
    expect(claimingHeader(forwarded, '1.2.3.4')).toBe('X-Forwarded-For')
    expect(claimingHeader([['X-Real-Ip', '5.6.7.8'], ...forwarded], '5.6.7.8')).toBe('X-Real-IP')
  })
})

describe('the news of another public URL', () => {
  const publicUrl = 'https://new.example'
  const url = `${publicUrl}/in/key`
  const old = 'https://old.example/in/key'

  interface Facts {
    tunnel?: Partial<Status['tunnel']>
    environment?: Partial<Environment>
    desiredUrl?: string
    applied?: Partial<NonNullable<WebhookConfig['applied']>> | null
    receiverUrl?: string
  }
  function news({ tunnel, environment, desiredUrl = url, applied = {}, receiverUrl = url }: Facts) {
    const status = aStatus()
    const { desired } = status.webhookConfig
    return addressNews({
      tunnel: { ...status.tunnel, state: 'online', publicUrl, previousUrl: 'https://old.example', ...tunnel },
      receiver: { ...status.receiver, url: receiverUrl },
      environment: { ...anEnvironment(), kind: 'service', receiverPath: '/in/key', ...environment },
      webhookConfig: {
        desired: { ...desired, url: desiredUrl },
        applied: applied === null ? null : { ...desired, url: old, enabled: true, at: at(0), status: 200, ...applied },
        changed: [],
        drift: [],
        remarks: [],
      },
    })
  }

  it('asks a person where automatic updates are off', () => {
    expect(news({})).toBe('to-update')
    expect(news({ environment: { followTunnel: true } })).toBe('updating')
    expect(news({ applied: { url } })).toBe('up-to-date')
  })

  it('leaves an address alone that a person chose, unless it was the old public one', () => {
    const chosen = 'https://proxy.example/in/key'
    expect(news({ desiredUrl: chosen, applied: { url: chosen } })).toBe('own-choice')
    expect(news({ desiredUrl: old })).toBe('to-update')
    expect(news({ desiredUrl: old, environment: { followTunnel: true } })).toBe('to-update')
  })

  it('asks nothing while there is nothing to tell', () => {
    expect(news({ applied: null })).toBe('silent')
    expect(news({ applied: { enabled: false } })).toBe('silent')
    expect(news({ environment: { kind: 'sandbox' } })).toBe('none')
    expect(news({ tunnel: { state: 'reconnecting' } })).toBe('none')
    expect(news({ receiverUrl: 'http://127.0.0.1:1/in/key' })).toBe('none')
  })
})

describe('the options of providers', () => {
  const option = {
    label: '',
    hint: '',
    required: false,
    secret: false,
    value: null,
    set: false,
    fingerprint: null,
    commandLineOnly: false,
  }
  const provider = (id: string, options: TunnelProvider['options']): TunnelProvider => ({
    id,
    label: id,
    traits: { needs: '', url: '', headers: '', lastLeg: '', lastLegInClear: false },
    stableUrl: 'always',
    headersNormalised: false,
    options,
    available: true,
    version: null,
    fix: null,
  })
  const one = provider('one', [
    { ...option, key: 'host', value: 'h' },
    { ...option, key: 'token', secret: true, set: true, fingerprint: 'aaaa1111' },
  ])
  const two = provider('two', [{ ...option, key: 'host' }])

  it('stand in the form as stored, and of a secret nothing', () => {
    expect(storedOptions([one, two])).toEqual({
      [fieldOf('one', 'host')]: 'h',
      [fieldOf('one', 'token')]: null,
      [fieldOf('two', 'host')]: '',
    })
    expect(secretFields([one, two])).toEqual([fieldOf('one', 'token')])
  })

  it('go along only as far as they were changed, each to its own provider', () => {
    const edits = { [fieldOf('one', 'host')]: 'x', [fieldOf('two', 'host')]: 'y' }
    expect(changedOptions(one, edits)).toEqual({ host: 'x' })
    expect(changedOptions(one, { [fieldOf('one', 'token')]: '' })).toEqual({ token: '' })
    expect(editsOf('two', edits)).toEqual({ [fieldOf('two', 'host')]: 'y' })
  })

  it('leave out a path of a program, which the command line alone sets', () => {
    const fixed = provider('one', [{ ...option, key: 'path', commandLineOnly: true }])
    expect(changedOptions(fixed, { [fieldOf('one', 'path')]: '/a/script' })).toEqual({})
  })

  it('are pointed out by a refusal that names one of them', () => {
    const refusal = (option: string | null) => ({
      code: 'tunnel-refused' as const,
      fields: { reason: 'wrong-options', option },
    })
    expect(refusedOption(one, refusal('host'))).toBe('host')
    expect(refusedOption(one, refusal('port'))).toBeNull()
    expect(refusedOption(one, refusal(null))).toBeNull()
    expect(refusedOption(one, null)).toBeNull()
  })
})

describe('the line of the history', () => {
  const entry = (state: Tunnel['state'], agoMs: number, forMs: number | null): Tunnel['history'][number] => ({
    at: at(-agoMs),
    state,
    provider: 'localtunnel',
    publicUrl: null,
    reason: null,
    why: null,
    forMs,
  })

  it('draws what is longer wider, what lasts still, and a moment so that it can be seen', () => {
    const [day, moment, present] = historySegments(
      [entry('online', 90_000_000, 86_400_000), entry('degraded', 3_600_000, 20), entry('online', 3_600_000, null)],
      now,
    )
    expect(day?.weight).toBeGreaterThan(present?.weight ?? Infinity)
    expect(present?.weight).toBeGreaterThan(moment?.weight ?? Infinity)
    expect((day?.weight ?? 0) / (moment?.weight ?? 1)).toBeLessThan(20)
  })

  it('draws only the newest of a long one', () => {
    const long = Array.from({ length: 100 }, (_, index) => entry('off', 1000 - index, 1))
    const segments = historySegments(long, now)
    expect(segments).toHaveLength(60)
    expect(segments.at(-1)?.place).toBe(99)
  })
})
