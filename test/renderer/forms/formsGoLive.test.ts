import { describe, expect, it } from 'vitest'
import { goLiveSteps, isLive, nextStep } from '../../../src/renderer/features/environment/setup/Checklist.tsx'
import { senderSteps } from '../../../src/renderer/features/environment/setup/SenderSteps.tsx'
import { creatable, silenceOf, specials } from '../../../src/renderer/features/environment/sandbox/words.ts'
import { verdictsInWords } from '../../../src/renderer/features/settings/AboutSection.tsx'
import { objectKinds } from '../../../src/sandbox/kinds/objectKinds.ts'
import { webhookTypes } from '../../../src/shared/model.ts'
import { sandboxSpecialKinds } from '../../../src/shared/schemas/sandboxSchemas.ts'
import type { Environment, Status } from '../../../src/shared/wireTypes.ts'
import { goLiveWords } from '../../../src/renderer/features/environment/setup/words.ts'
import { anEnvironment, aStatus } from '../state/builders.ts'
import { sendersInOrder } from '../../../src/renderer/features/environment/general/CreateEnvironment.tsx'

function goLive(...done: (keyof Status['goLive'])[]): Status['goLive'] {
  const step = (id: keyof Status['goLive']) => ({
    done: done.includes(id),
    detail: `${id} in words`,
    why: { code: 'not-needed' as const, fields: {} },
  })
  return {
    credentials: step('credentials'),
    receiver: step('receiver'),
    webhookConfig: step('webhookConfig'),
    notification: step('notification'),
    followUp: step('followUp'),
  }
}

function environment(kind: Environment['kind']): Environment {
  return { kind } as Environment
}

function steps(goLive: Status['goLive'], kind: Environment['kind'], state: Status['tunnel']['state'] = 'off') {
  return goLiveSteps({ goLive, environment: environment(kind), tunnel: { ...aStatus().tunnel, state } })
}

describe('the go live checklist', () => {
  it('leads to the first step that is not done, and each step to the screen for it', () => {
    const all = steps(goLive('receiver', 'credentials'), 'sandbox')
    expect(all.map(({ screen }) => screen)).toEqual(['access', 'settings', 'webhook-config', 'sandbox', 'object-paths'])
    expect(nextStep(all)).toMatchObject({ id: 'webhookConfig', detail: 'webhookConfig in words' })
  })

  it('sends nobody of a real service to the sandbox', () => {
    const all = steps(goLive(), 'service')
    expect(all.map(({ screen }) => screen)).not.toContain('sandbox')
    expect(all.at(-1)?.screen).toBe('access')
  })

  it('offers a tunnel to a real service, and waits for none', () => {
    const done = goLive('credentials', 'receiver')
    expect(steps(done, 'service').find(({ id }) => id === 'tunnel')).toMatchObject({ done: false, screen: 'tunnel' })
    expect(nextStep(steps(done, 'service'))?.id).toBe('webhookConfig')
    expect(steps(done, 'service', 'online').find(({ id }) => id === 'tunnel')?.done).toBe(true)
  })

  it('says what to do as long as a step is open, and what is so once it is done', () => {
    const titles = (all: ReturnType<typeof steps>) => all.map(({ title }) => title)
    expect(titles(steps(goLive(), 'sandbox'))[0]).toBe('Test the credentials')
    expect(titles(steps(goLive('credentials'), 'sandbox'))[0]).toBe('The credentials work')
  })

  it('is over when all five are done', () => {
    const all = goLive('credentials', 'receiver', 'webhookConfig', 'notification', 'followUp')
    expect(isLive(all)).toBe(true)
    expect(nextStep(steps(all, 'sandbox'))).toBeNull()
    expect(isLive(goLive('credentials', 'receiver', 'webhookConfig', 'notification'))).toBe(false)
  })

  it('gives a curl line that ends in the address', () => {
    expect(goLiveWords.curlLine('http://127.0.0.1:1/in/k')).toMatch(/^curl .* http:\/\/127\.0\.0\.1:1\/in\/k$/)
  })
})

/** The steps of an environment of this sender. */
function stepsOf(signatureScheme: string, state: Status['tunnel']['state'], ...done: (keyof Status['goLive'])[]) {
  const ofSender = { ...anEnvironment(), kind: 'sender' as const, signatureScheme }
  const { tunnel } = aStatus()
  return senderSteps({ environment: ofSender, goLive: goLive(...done), tunnel: { ...tunnel, state } })
}

describe('the steps of another sender', () => {
  it('begin with the secret where the user chooses it, and with the public URL where the sender shows one', () => {
    const ids = (scheme: string) => stepsOf(scheme, 'off').map(({ id }) => id)
    expect(ids('github')).toEqual(['credentials', 'tunnel', 'address', 'notification'])
    expect(ids('stripe')).toEqual(['tunnel', 'address', 'credentials', 'notification'])
    expect(stepsOf('github', 'off')[0]).toMatchObject({ title: 'Choose a secret' })
    expect(stepsOf('stripe', 'off')[2]).toMatchObject({ title: 'Paste the secret of Stripe' })
  })

  it('need a public URL for a sender on the internet, and offer one to a sender that may run here', () => {
    const tunnel = (scheme: string) => stepsOf(scheme, 'off', 'credentials').find(({ id }) => id === 'tunnel')
    expect(tunnel('github')).toMatchObject({ done: false, optional: false, screen: 'tunnel' })
    expect(tunnel('gitea')).toMatchObject({ done: false, optional: true, screen: 'tunnel' })
    expect(nextStep(stepsOf('github', 'off', 'credentials'))?.id).toBe('tunnel')
    expect(nextStep(stepsOf('gitea', 'off', 'credentials'))?.id).toBe('address')
  })

  it('ask for the address once the tunnel is online, by the name that the sender has for it', () => {
    const address = (state: Status['tunnel']['state']) => stepsOf('github', state).find(({ id }) => id === 'address')
    expect(address('off')?.detail).toContain('Once there is a public URL')
    expect(address('reconnecting')?.detail).toContain('Once there is a public URL')
    expect(address('online')?.detail).toBe('Paste it into "Payload URL".')
  })

  it('wait for no public URL once a delivery was verified without one', () => {
    const all = stepsOf('github', 'off', 'credentials', 'notification')
    expect(all.find(({ id }) => id === 'tunnel')).toMatchObject({ done: false, optional: true })
    expect(nextStep(all)).toBeNull()
  })
})

describe('the picker of senders', () => {
  it('has common ones first, and finds by name, then by other words', () => {
    const names = (query: string) => sendersInOrder(query).map(({ label }) => label)
    expect(names('').slice(0, 3)).toEqual(['The service', 'Stripe', 'GitHub'])
    expect(names('')).toHaveLength(new Set(names('')).size)
    expect(names('git')[0]).toBe('GitHub')
    expect(names('whatsapp')[0]).toMatch(/^Meta/)
    expect(names('no such sender')).toEqual([])
  })
})

describe('the sandbox in words', () => {
  it('offers exactly what the sandbox can create, spelled as it notifies', () => {
    const spelled = (list: readonly { type: string; resourceType: string }[]) =>
      list.map(({ type, resourceType }) => `${type} ${resourceType}`).sort()
    expect(spelled(creatable)).toEqual(spelled(objectKinds))
  })

  it('explains every special delivery once', () => {
    expect(specials.map(({ kind }) => kind)).toEqual([...sandboxSpecialKinds])
  })

  it('says why nothing would be sent', () => {
    const webhookConfig = { url: 'http://a', enabled: true, webhookTypes: [...webhookTypes] }
    expect(silenceOf({ webhookConfig })).toBeNull()
    expect(silenceOf({ webhookConfig: { ...webhookConfig, enabled: false } })).toContain('disabled')
    expect(silenceOf({ webhookConfig: { ...webhookConfig, url: '' } })).toContain('no URL to send to')
    const few = webhookTypes.filter((type) => type !== 'kyc')
    expect(silenceOf({ webhookConfig: { ...webhookConfig, webhookTypes: few } })).toContain('kyc')
  })

  it('counts verdicts in words', () => {
    expect(verdictsInWords({ unsigned: 1200, valid: 3, invalid: 0 })).toBe('3 valid · 1,200 unsigned')
    expect(verdictsInWords({})).toBeUndefined()
  })
})
