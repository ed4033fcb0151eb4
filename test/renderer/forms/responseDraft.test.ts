import { expect, it } from 'vitest'
import { draftOf, ruleOf, type RuleView } from '../../../src/renderer/features/forward/ResponseForm.tsx'

const stored = (when: RuleView['when']): RuleView =>
  ({
    id: 'a',
    name: 'Rule',
    enabled: true,
    until: null,
    when,
    answer: { status: 503, headers: [['Retry-After', '5']], delayMs: 1500 },
    state: 'on',
  }) as RuleView

it.each<RuleView['when']>([
  {},
  { nth: { to: 3 } },
  { nth: { every: 2 } },
  { chance: { of: 0.25, seed: 7 } },
  { nth: { from: 4, to: 6 } },
  { nth: { from: 4 } },
  { nth: { to: 9, every: 3 } },
  { filter: 'type:payment', method: 'PUT', path: '/x', nth: { every: 2 }, chance: { of: 0.5, seed: 1 } },
])('a rule for %j is the same after it was opened in the form and saved', (when) => {
  const rule = stored(when)
  const saved = ruleOf(draftOf(rule), 'a', rule, 0)
  expect(saved.when).toEqual(when)
  expect(saved.answer).toEqual(rule.answer)
  expect(saved.until).toBeNull()
})

it('what the form has no field for goes when another choice is made', () => {
  const rule = stored({ nth: { from: 4, to: 6 } })
  const draft = draftOf(rule)
  expect(draft).toMatchObject({ which: 'kept', canKeep: true })
  expect(ruleOf({ ...draft, which: 'every', number: '5' }, 'a', rule, 0).when).toEqual({ nth: { every: 5 } })
})
