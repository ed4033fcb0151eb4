import { describe, expect, test } from 'vitest'
import { withNearest } from '../../src/renderer/features/send/scenarios/ScenarioEditor.tsx'
import { type PlanOptions, planScenario } from '../../src/shared/scenarios/planScenario.ts'

const options: PlanOptions = { env: {}, allowCommands: false, seed: 1, now: Date.UTC(2026, 0, 31, 12) }

/** The problems of a text as `line:column sentence`. */
function problemsOf(text: string, more: Partial<PlanOptions> = {}): string[] {
  const planned = planScenario(text, { ...options, ...more })
  return planned.ok ? [] : planned.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

function planOf(text: string, more: Partial<PlanOptions> = {}) {
  const planned = planScenario(text, { ...options, ...more })
  if (!planned.ok) throw new Error(problemsOf(text, more).join('\n'))
  return planned.plan
}

const withSteps = (steps: string) => `name: Test\nsteps:\n${steps}`
const anchors = Array.from(
  { length: 12 },
  (_, at) => `a${at}: &a${at} [${Array.from({ length: 9 }, () => (at === 0 ? '1' : `*a${at - 1}`)).join(', ')}]`,
)

/** The first problem with the suggested word in the place of the mistake. */
function mended(text: string): string {
  const planned = planScenario(text, options)
  const [problem] = planned.ok ? [] : planned.problems
  return problem === undefined ? text : withNearest(text, problem)
}

test.each([
  ['a step', withSteps('  - exepct: { status: 200 }'), '  - expect: { status: 200 }'],
  ['a field', withSteps('  - expect: { statsu: 200 }'), '  - expect: { status: 200 }'],
  ['a sender', 'name: a\nenvironment: { sender: "strype" }\nsteps: [{ say: a }]', 'environment: { sender: stripe }'],
  ['a step by its id', withSteps('  - send: { body: {} }\n    id: paid\n  - resend: piad'), '  - resend: paid'],
  ['a break', withSteps('  - send: { body: {} }\n    sign: { break: flip-bite }'), 'sign: { break: flip-byte }'],
])('the nearest word mends %s', (_what, text, line) => {
  expect(mended(text)).toContain(line)
})

test('a target beyond this machine names the host to allow, and a host that is allowed is no problem', () => {
  const text = 'name: a\ntarget: https://staging.example.com/hooks\nsteps: [{ say: a }]'
  const planned = planScenario(text, options)
  expect(planned.ok ? [] : planned.problems).toMatchObject([{ line: 2, host: 'staging.example.com' }])
  expect(problemsOf(text, { allowHost: 'staging.example.com' })).toEqual([])
})

describe('a mistake is a sentence with its line and column', () => {
  test.each<[what: string, text: string, problem: string, more?: Partial<PlanOptions>]>([
    ['a file that is no map', '- a', '1:1 A scenario has name and steps.'],
    [
      'broken YAML',
      'name: [a\nsteps: 1',
      '2:1 Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    ['a key twice', 'name: a\nname: b\nsteps: []', '2:1 Map keys must be unique.'],
    ['a tag', 'name: !danger a\nsteps: []', '1:7 Unresolved tag: !danger. Tags (!name) are not read.'],
    ['two documents', 'name: a\n---\nname: b', '2:1 A file has one document: nothing follows "---".'],
    [
      'an unknown field',
      'name: a\ntargt: http://127.0.0.1\nsteps: [{ say: a }]',
      '2:1 Unknown field targt. Did you mean target?',
    ],
    ['no name', 'steps: [{ say: a }]', '1:1 name is missing.'],
    ['no steps', 'name: a', '1:1 steps is a list with at least one step.'],
    [
      'an unknown step',
      withSteps('  - say: a\n  - exepct: { status: 200 }'),
      '4:5 No step is named exepct. Did you mean expect?',
    ],
    [
      'two steps in one',
      withSteps('  - say: a\n    wait: 1s'),
      '4:5 A step does one thing: say or wait. Make it two steps.',
    ],
    [
      'an unknown field of a step',
      withSteps('  - expect: { statsu: 200 }'),
      '3:15 Unknown field statsu. Did you mean status?',
    ],
    [
      'a time that the clock does not take',
      withSteps('  - say: a\n  - clock: tomorrow'),
      '4:12 The clock takes a jump such as +30d or -2h (s, m, h, d), a moment such as 2026-12-01T08:00:00Z, freeze, run or real.',
    ],
    [
      'a moment of the clock that there is not',
      withSteps('  - clock: 2026-13-41T08:00:00Z'),
      '3:12 The clock takes a jump such as +30d or -2h (s, m, h, d), a moment such as 2026-12-01T08:00:00Z, freeze, run or real.',
    ],
    [
      'a number for the clock',
      withSteps('  - clock: +30'),
      '3:12 The clock takes a jump such as +30d or -2h (s, m, h, d), a moment such as 2026-12-01T08:00:00Z, freeze, run or real.',
    ],
    [
      'the clock of another sender',
      'name: a\nenvironment: { sender: stripe }\nsteps:\n  - clock: +30d',
      "4:12 Only the sandbox's clock can be set. Leave environment out, or set it to sandbox.",
    ],
    [
      'an unknown field of a request',
      withSteps('  - send: { boddy: {} }'),
      '3:13 Unknown field boddy. Did you mean body?',
    ],
    [
      'a wrong status',
      withSteps('  - expect: { status: 2x }'),
      '3:23 A status is a number such as 204, a class such as 2xx, or several such as 200|204.',
    ],
    [
      'a wrong time',
      withSteps('  - expect: { within: fast }'),
      '3:23 A time is a number with a unit, such as 250ms, 30s, 2m or 1h, up to 24h.',
    ],
    [
      'a repeated step of a kind that is not repeated',
      withSteps('  - repeat: { times: 2, step: { say: a } }'),
      '3:33 say cannot be repeated: a step here is one of send, resend, create, advance, wait.',
    ],
    [
      'a mistake in the second of several repeated steps',
      withSteps('  - repeat: { times: 2, step: [{ send: a }, { resend: b }] }'),
      '3:55 No step before this one has the id b.',
    ],
    [
      'a mistake in a repeated step',
      withSteps('  - repeat: { times: 2, step: { send: a, wiht: {} } }'),
      '3:42 Unknown field wiht. Did you mean with?',
    ],
    [
      'a filter',
      withSteps('  - wait: { for: "verdct:valid" }'),
      '3:18 There is no key "verdct". Did you mean verdict:?',
    ],
    [
      'a type of the sandbox',
      withSteps('  - create: Paymnt'),
      '3:13 The sandbox has no objects of the type Paymnt. Did you mean payment?',
    ],
    [
      'a variable that is missing',
      withSteps('  - send: { body: "${amuont}" }').replace('steps', 'vars: { amount: 1 }\nsteps'),
      '4:19 Nothing is named ${amuont}. Did you mean ${amount}?',
    ],
    [
      'variables in a loop',
      'name: a\nvars:\n  one: ${two}\n  two: ${one}\nsteps: [{ say: a }]',
      '4:8 The variables one, two need each other, which has no end.',
    ],
    [
      'a variable that --var sets and nobody has',
      withSteps('  - say: a'),
      '1:1 The file has no variable amount, which --var sets. There are none.',
      { vars: { amount: '1' } },
    ],
    [
      'a variable of the process that is not named',
      withSteps('  - say: ${env.HOME}'),
      '3:10 The variable HOME is read only where the command line names it. Add --env HOME.',
    ],
    [
      'a secret in the file',
      'name: a\nenvironment: { sender: stripe, secret: whsec_1 }\nsteps: [{ say: a }]',
      '2:40 A secret does not belong in a file. Name a variable: ${env.NAME}.',
    ],
    [
      'an unknown sender',
      'name: a\nenvironment: { sender: strpe }\nsteps: [{ say: a }]',
      '2:24 No sender is named strpe. Did you mean stripe?',
    ],
    [
      'a step that comes later',
      withSteps('  - say: ${steps.b.id}\n  - create: payment\n    id: b'),
      '3:10 The step b comes later, so it is not known here.',
    ],
    [
      'a step that there is not',
      withSteps('  - create: payment\n    id: paid\n  - resend: payd'),
      '5:13 No step before this one has the id payd. Did you mean paid?',
    ],
    [
      'a step that sends nothing',
      withSteps('  - wait: 1s\n    id: w\n  - resend: w'),
      '5:13 The step w sends nothing.',
    ],
    [
      'a value that steps do not have',
      withSteps('  - create: payment\n    id: a\n  - say: ${steps.a.statsu}'),
      '5:10 A step has no statsu. Did you mean status?',
    ],
    [
      'an id twice',
      withSteps('  - create: payment\n    id: a\n  - create: payment\n    id: a'),
      '6:9 The id a is taken by an earlier step.',
    ],
    [
      'a target beyond this machine',
      'name: a\ntarget: https://example.com/hook\nsteps: [{ say: a }]',
      '2:9 example.com is not this machine, so nothing is sent there. Add --allow-host example.com if it is yours.',
    ],
    [
      'a target that is no address',
      'name: a\ntarget: 3000\nsteps: [{ say: a }]',
      '2:9 target takes text, not a number.',
    ],
    [
      'a command without --allow-commands',
      withSteps('  - run: { command: "rm -rf /" }'),
      '3:10 This step runs a command, which is done only where the command line allows it. Add --allow-commands.',
    ],
    [
      'more than 10,000 requests',
      withSteps('  - send: a\n    id: a\n  - repeat: { times: 9999, step: { resend: a } }\n  - resend: a'),
      '6:5 A run sends at most 10,000 requests, and up to here these are 10,001.',
    ],
    [
      'more than 24 hours',
      withSteps('  - wait: 20h\n  - wait: 5h'),
      '4:11 A run takes at most 24 hours, and up to here it waits longer.',
    ],
    ['an alias without an anchor', 'name: *a\nsteps: []', '1:7 There is no anchor &a before this alias.'],
    [
      'an alias within its anchor',
      'name: a\nsteps: &a [*a]',
      '2:12 This alias is within its own anchor &a, which has no end.',
    ],
    [
      'too many requests of several repeated steps',
      withSteps('  - repeat: { times: 5001, step: [{ send: a }, { send: b }] }'),
      '3:48 A run sends at most 10,000 requests, and up to here these are 10,002.',
    ],
    ['an alias bomb', `${anchors.join('\n')}\nname: a\nsteps: *a11`, 'repeats its parts more than 100 times'],
    ['a file of more than 1 MB', `name: ${'a'.repeat(1_048_577)}`, '1:1 The file is larger than 1 MB.'],
  ])('%s', (_what, text, problem, more) => {
    const found = problemsOf(text, more)
    expect(found).toEqual([expect.stringContaining(problem)])
  })

  test('all mistakes come at once', () => {
    expect(problemsOf(withSteps('  - exepct: {}\n  - wait: 1x\n  - say: a\n    sya: b'))).toHaveLength(3)
  })
})

describe('an editor, which knows no variables of the process and runs no commands', () => {
  test('is content with both', () => {
    const text = 'name: a\nenvironment: { sender: stripe, secret: "${env.S}" }\nsteps: [{ run: { command: x } }]'
    expect(problemsOf(text, { env: null, allowCommands: true })).toEqual([])
  })
})

describe('values', () => {
  const text = `name: Order \${n}
vars: { n: 3, id: "cus_\${uuid8}", same: "\${vars.id}", then: "\${now-10m}" }
steps:
  - repeat: { times: "\${n}", step: { send: { body: { id: "\${id}", same: "\${same}", at: "\${then}", each: "\${uuid}" } } } }
  - say: Costs $\${n}
`
  test('keep their type, and are the same for the same seed', () => {
    const { name, steps } = planOf(text)
    const [first] = steps
    expect([name, steps[1]?.title]).toEqual(['Order 3', 'Costs ${n}'])
    expect(first?.step).toMatchObject({ repeat: { times: 3 } })
    const body = JSON.stringify(first?.step)
    expect(body).toMatch(/"id":"(cus_[0-9a-f]{8})","same":"\1","at":"2026-01-31T11:50:00.000Z","each":"\$\{uuid\}"/)
    expect(JSON.stringify(planOf(text).steps)).toBe(JSON.stringify(steps))
    expect(JSON.stringify(planOf(text, { seed: 2 }).steps)).not.toBe(JSON.stringify(steps))
  })

  test('of the command line come first', () => {
    expect(planOf(text, { vars: { n: '7' } }).name).toBe('Order 7')
  })

  test('of the process are hidden in what is shown', () => {
    const { secrets, environment } = planOf(
      'name: a\nenvironment: { sender: stripe, secret: "${env.S}" }\nsteps: [{ say: a }]',
      { env: { S: 'whsec_abc' } },
    )
    expect([secrets, environment]).toEqual([['whsec_abc'], { sender: 'stripe', secret: 'whsec_abc' }])
  })
})
