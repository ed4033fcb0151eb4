import { describe, expect, it } from 'vitest'
import { curlLine, goLiveSteps, isLive, nextStep } from '../../src/renderer/go-live/goLiveSteps.ts'
import { creatable, silenceOf, specials } from '../../src/renderer/sandbox/sandboxTexts.ts'
import { verdictsInWords } from '../../src/renderer/settings/verdictsInWords.ts'
import { objectKinds } from '../../src/sandbox/objects/objectKinds.ts'
import { webhookTypes } from '../../src/shared/model.ts'
import { sandboxSpecialKinds } from '../../src/shared/schemas/sandboxSchemas.ts'
import type { Environment, Status } from '../../src/shared/wireTypes.ts'

function goLive(...done: (keyof Status['goLive'])[]): Status['goLive'] {
  const step = (id: keyof Status['goLive']) => ({ done: done.includes(id), detail: `${id} in words` })
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

describe('the go live checklist', () => {
  it('leads to the first step that is not done, and each step to the screen that mends it', () => {
    const steps = goLiveSteps({ goLive: goLive('receiver', 'credentials'), environment: environment('sandbox') })
    expect(steps.map(({ screen }) => screen)).toEqual(['access', 'settings', 'webhook-config', 'sandbox', 'settings'])
    expect(nextStep(steps)).toMatchObject({ id: 'webhookConfig', detail: 'webhookConfig in words' })
  })

  it('sends nobody of a real service to the sandbox', () => {
    const steps = goLiveSteps({ goLive: goLive(), environment: environment('service') })
    expect(steps.map(({ screen }) => screen)).not.toContain('sandbox')
    expect(steps.at(-1)?.screen).toBe('access')
  })

  it('is over when all five are done', () => {
    const all = goLive('credentials', 'receiver', 'webhookConfig', 'notification', 'followUp')
    expect(isLive(all)).toBe(true)
    expect(nextStep(goLiveSteps({ goLive: all, environment: environment('sandbox') }))).toBeNull()
    expect(isLive(goLive('credentials', 'receiver', 'webhookConfig', 'notification'))).toBe(false)
  })

  it('gives a curl line that ends in the address', () => {
    expect(curlLine('http://127.0.0.1:1/in/k')).toMatch(/^curl .* http:\/\/127\.0\.0\.1:1\/in\/k$/)
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
    expect(silenceOf({ webhookConfig: { ...webhookConfig, url: '' } })).toContain('where to send')
    const few = webhookTypes.filter((type) => type !== 'kyc')
    expect(silenceOf({ webhookConfig: { ...webhookConfig, webhookTypes: few } })).toContain('kyc')
  })

  it('counts verdicts in words', () => {
    expect(verdictsInWords({ unsigned: 1200, valid: 3, invalid: 0 })).toBe('3 valid · 1,200 unsigned')
    expect(verdictsInWords({})).toBeUndefined()
  })
})
