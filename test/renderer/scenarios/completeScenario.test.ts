import { describe, expect, it } from 'vitest'
import { completeScenario, type Schema } from '../../../src/renderer/features/send/scenarios/completeScenario.ts'
import { scenarioJsonSchema } from '../../../src/shared/scenarios/scenarioJsonSchema.ts'
import { stepKinds } from '../../../src/shared/scenarios/scenarioFormat.ts'

const schema = scenarioJsonSchema() as Schema

/** Completes at the place that `|` marks. */
function at(marked: string) {
  const place = marked.indexOf('|')
  const text = marked.slice(0, place) + marked.slice(place + 1)
  const found = completeScenario(schema, text, place)
  return {
    labels: found?.options.map(({ label }) => label) ?? [],
    word: found === null ? null : text.slice(found.from, place),
    applied: found?.options.map(({ apply }) => apply) ?? [],
  }
}

describe('completion in a scenario', () => {
  it('offers the fields of the file that are not there yet', () => {
    const { labels, word } = at('name: A\nta|')
    expect(word).toBe('ta')
    expect(labels).toContain('target')
    expect(labels).toContain('steps')
    expect(labels).not.toContain('name')
    expect(at('|').labels).toContain('name')
  })

  it('offers every kind of step where a step begins, and nothing else', () => {
    expect(at('name: A\nsteps:\n  - s|').labels).toEqual(stepKinds)
    expect(at('name: A\nsteps:\n- |').labels).toEqual(stepKinds)
    expect(at('name: A\nsteps:\n  - say: Hello\n  - e|').labels).toEqual(stepKinds)
  })

  it('begins the item of a list where there is no dash yet', () => {
    const { labels, applied } = at('name: A\nsteps:\n  |')
    expect(labels).toEqual(stepKinds)
    expect(applied).toContain('- send: ')
  })

  it('offers what else a step takes, by its kind', () => {
    expect(at('steps:\n  - send: a\n    |').labels).toEqual(['with', 'sign', 'id'])
    expect(at('steps:\n  - send: a\n    id: b\n    w|').labels).toEqual(['with', 'sign'])
    expect(at('steps:\n  - send: a\n    id: b\n  - expect:\n      st|').labels).toContain('status')
    expect(at('steps:\n  - repeat:\n      times: 2\n      step:\n        res|').labels).toContain('resend')
  })

  it('works in maps in one line', () => {
    expect(at('steps:\n  - expect: { |').labels).toContain('within')
    expect(at('steps:\n  - expect: { status: 2xx, w| }').labels).not.toContain('status')
    expect(at('steps:\n  - repeat: { times: 3, step: { r|').labels).toContain('resend')
    expect(at('steps:\n  - send: a\n    sign: { break: flip|').labels).toContain('flip-byte')
    expect(at('steps:\n  - send: a\n    sign: { break: flip|').word).toBe('flip')
  })

  it('offers fixed values, the names of senders, and ids of the steps before', () => {
    expect(at('environment: sand|').labels).toEqual(['sandbox'])
    expect(at('environment: { sender: st|').labels).toContain('stripe')
    expect(at('steps:\n  - send: a\n    id: paid\n  - resend: |\n  - send: b\n    id: later').labels).toEqual(['paid'])
    expect(at('steps:\n  - respond:\n      drop: |').labels).toEqual(['true', 'false'])
  })

  it('offers variables and steps in ${}', () => {
    const { labels, applied } = at('vars:\n  amount: 1\n  who: b\nsteps:\n  - send: a\n    id: paid\n  - say: ${v|')
    expect(labels).toEqual(['${vars.amount', '${vars.who', '${steps.paid', '${uuid', '${uuid8', '${now'])
    expect(applied).toContain('${vars.who}')
    expect(at('vars: { a: 1, b: x }\nname: ${|').labels).toContain('${vars.b')
  })

  it('offers nothing in comments, in texts between quotes, and where anything may stand', () => {
    expect(at('# na|').labels).toEqual([])
    expect(at('steps:\n  - say: "na|').labels).toEqual([])
    expect(at('steps:\n  - say: na|').labels).toEqual([])
    expect(at('name: x # st|').labels).toEqual([])
  })
})
