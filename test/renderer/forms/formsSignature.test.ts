import { describe, expect, test } from 'vitest'
import {
  accessInput,
  accessProblems,
  storedAccess,
} from '../../../src/renderer/features/environment/form/accessForm.ts'
import { headerPreview, messagePreview } from '../../../src/renderer/features/environment/secrets/MessageTemplate.tsx'
import {
  formOfScheme,
  missingFields,
  type OwnSchemeForm,
  refusedFields,
  schemeOfForm,
} from '../../../src/renderer/features/environment/form/ownSchemeForm.ts'
import { rotationSteps } from '../../../src/renderer/features/environment/secrets/Rotation.tsx'
import { secretStanding, withUses } from '../../../src/renderer/features/environment/secrets/SharedSecrets.tsx'
import { environmentInputSchema } from '../../../src/shared/schemas/environmentSchemas.ts'
import { signatureSchemeSchema } from '../../../src/shared/schemas/signature/signatureSchemas.ts'
import { schemePreset, schemePresets, serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import type { Environment, Rotation, SharedSecretState } from '../../../src/shared/wireTypes.ts'
import { anEnvironment } from '../state/builders.ts'

function form(change: Partial<OwnSchemeForm> = {}, id = 'service'): OwnSchemeForm {
  return { ...formOfScheme(schemePreset(id) ?? serviceScheme), ...change }
}

describe('the form of an own scheme', () => {
  test.each(schemePresets.map((preset) => [preset.label, preset] as const))(
    'keeps everything of %s',
    (_label, preset) => {
      const again = schemeOfForm(formOfScheme(preset))
      expect(again).toEqual({ ...preset, id: 'own', label: 'Own scheme' })
      expect(signatureSchemeSchema.parse(again)).toEqual(again)
      expect(missingFields(formOfScheme(preset))).toEqual({})
    },
  )

  test('trims names, but neither prefixes nor the message, where a blank is meant', () => {
    const scheme = schemeOfForm(form({ header: ' X-Sig ', prefix: 'v1 ', message: ' {body}', idHeader: ' ' }))
    expect(scheme).toMatchObject({
      header: 'X-Sig',
      form: { kind: 'plain', prefix: 'v1 ' },
      message: ' {body}',
      idHeader: null,
    })
  })

  test('says what is missing before the engine is asked', () => {
    const holes = form({ header: ' ', kind: 'pairs', timestampFrom: 'header', tolerance: '5 minutes' })
    expect(Object.keys(missingFields(holes)).sort()).toEqual(['header', 'pairKey', 'timestampName', 'tolerance'])
  })

  test('shows what the engine refuses beside the field it is about', () => {
    const refused = [
      { ...form(), message: 'no place' },
      form({ timestampFrom: 'pair', timestampName: 't' }),
      form({ message: '{id}.{body}' }),
      form({ header: 'X Sig' }),
      form({ kind: 'pairs', pairKey: '' }),
    ].map((wrong) => {
      const { error } = environmentInputSchema.partial().safeParse({ ownScheme: schemeOfForm(wrong) })
      const issues = (error?.issues ?? []).map(({ path, message }) => ({ place: path.join('.'), message }))
      return Object.keys(refusedFields(issues))
    })
    expect(refused).toEqual([['message'], ['timestampFrom'], ['idHeader'], ['header'], ['pairKey']])
    expect(refusedFields([{ place: 'name', message: 'x' }])).toEqual({})
  })

  test('previews the header and the message', () => {
    expect(headerPreview(form({}, 'github'))).toBe('sha256=5f2a…')
    expect(headerPreview(form({}, 'stripe'))).toBe('t=1767225600,v1=5f2a…')
    expect(headerPreview(form({}, 'svix'))).toBe('v1,Xyz9…= v1,Xyz9…=')
    expect(messagePreview('v0:{timestamp}:{body}{nonsense}')).toEqual([
      { text: 'v0:', place: null, at: 0 },
      { text: '1767225600', place: '{timestamp}', at: 3 },
      { text: ':', place: null, at: 14 },
      { text: '{"id":"…"}', place: '{body}', at: 15 },
      { text: '{nonsense}', place: null, at: 21 },
    ])
  })
})

describe('the scheme on the access form', () => {
  const stored = (change: Partial<Environment>) => storedAccess({ ...anEnvironment(), name: 'A', ...change })

  test('has a header of its own only where it differs from that of the scheme', () => {
    expect(stored({}).signatureHeader).toBe('')
    expect(stored({ signatureHeader: 'X-Other' }).signatureHeader).toBe('X-Other')
    expect(stored({ signatureScheme: 'github', signatureHeader: 'X-Hub-Signature-256' }).signatureHeader).toBe('')
  })

  test('goes out as the contract takes it', () => {
    const input = accessInput({ signatureScheme: 'own', signatureHeader: '', ownScheme: form({}, 'stripe') })
    expect(environmentInputSchema.partial().parse(input)).toEqual(input)
    expect(input.ownScheme?.form).toEqual({ kind: 'pairs', separator: ',', key: 'v1' })
    expect(accessInput({ signatureScheme: 'github' })).toEqual({ signatureScheme: 'github' })
  })

  test('is asked to be whole only where it is chosen', () => {
    const holes = { ...stored({}), ownScheme: form({ header: '' }) }
    expect(accessProblems(holes)).toEqual({})
    expect(accessProblems({ ...holes, signatureScheme: 'own' }).ownScheme).toContain('which header')
  })
})

const now = Date.parse('2026-01-01T12:00:00.000Z')
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

function secret(id: string, change: Partial<SharedSecretState> = {}): SharedSecretState {
  const base = { set: true, fingerprint: `${id}${id}`, id, label: id, current: false }
  return { ...base, createdAt: at(-600), lastUsedAt: null, retiredAt: null, publicKeys: [], ...change }
}

function rotating(
  state: Rotation['state'],
  old: SharedSecretState[],
  retiresAt: string | null = null,
  quietMinutes = 60,
): Environment {
  const rotation: Rotation = { state, startedAt: at(-5), secretId: 'new', quietMinutes, retiresAt }
  return { ...anEnvironment(), sharedSecrets: [secret('new', { current: true }), ...old], rotation }
}

describe('the change of a secret in words', () => {
  test('is nothing when none is under way', () => {
    expect(rotationSteps(anEnvironment(), now)).toEqual([])
  })

  test('begins at the sender', () => {
    const steps = rotationSteps(rotating('to-apply', [secret('old')]), now)
    expect(steps.map(({ state }) => state)).toEqual(['now', 'later', 'later'])
    expect(steps[0]?.detail).toContain('fingerprint newnew')
  })

  test('waits with the last use and the hour of retirement', () => {
    const steps = rotationSteps(rotating('waiting', [secret('old', { lastUsedAt: at(-4) })], at(56)), now)
    expect(steps.map(({ state }) => state)).toEqual(['done', 'now', 'later'])
    expect(steps[1]?.detail).toMatch(
      /^The old secret was last used 4 min ago\. It is retired at \d\d:\d\d(?:\s[AP]M)?, in 56 minutes, if it is not used until then\.$/,
    )
  })

  test('counts down in whole minutes, then calmly', () => {
    const detail = (minutes: number) =>
      rotationSteps(rotating('waiting', [secret('old')], at(minutes), 600), now)[1]?.detail
    expect(detail(0.3)).toContain('within a minute')
    expect(detail(1.2)).toContain('in 2 minutes')
    expect(detail(300)).toContain('in about 5 hours')
    expect(detail(-1)).toContain('It is being retired.')
    expect(detail(5)).toContain('never seen in use')
  })

  test('never has more left than the whole rest, even where the clock of the page lags behind the last use', () => {
    const [, rest] = rotationSteps(rotating('waiting', [secret('old', { lastUsedAt: at(0.02) })], at(60.02)), now)
    expect(rest?.detail).toContain('in 60 minutes')
  })

  test('speaks of several old secrets, of which retired ones do not count', () => {
    const olds = [secret('a', { lastUsedAt: at(-9) }), secret('b', { lastUsedAt: at(-2) })]
    const retired = secret('c', { lastUsedAt: at(-1), retiredAt: at(-1) })
    const [, rest] = rotationSteps(rotating('waiting', [...olds, retired], at(58)), now)
    expect(rest?.title).toBe('Wait until the 2 old secrets are no longer used')
    expect(rest?.detail).toMatch(/^The old secrets were last used 2 min ago\. They are retired at/)
  })
})

describe('the list of secrets', () => {
  test('says how each stands', () => {
    expect(secretStanding(secret('a', { current: true }))).toBe('current')
    expect(secretStanding(secret('a'))).toBe('accepted')
    expect(secretStanding(secret('a', { retiredAt: at(-1) }))).toBe('retired')
  })

  test('takes the uses that were asked for, and leaves everything else as the feed sent it', () => {
    const told = rotating('waiting', [secret('old', { lastUsedAt: at(-9) })], at(51))
    const asked = rotating('waiting', [secret('old', { lastUsedAt: at(-1), retiredAt: at(-1) })], at(59))
    const merged = withUses(told, asked)
    expect(merged.sharedSecrets[1]).toMatchObject({ lastUsedAt: at(-1), retiredAt: null })
    expect(merged.rotation?.retiresAt).toBe(at(59))
    expect(withUses(told, undefined)).toBe(told)
    const applied = withUses(rotating('to-apply', []), asked)
    expect(applied.rotation).toMatchObject({ state: 'to-apply', retiresAt: null })
  })
})
