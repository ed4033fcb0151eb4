/** The file format of scenarios, see docs/scenarios.md. Its JSON Schema is generated from here. */
import { z } from 'zod'
import { fixtureNameSchema, momentSchema, namedSchemeSchema, requestPath } from '../schemas/sending/fixtureSchemas.ts'
import { base64Text, requestMethod } from '../schemas/parts/requestParts.ts'
import { clockTakes } from '../clock/clockChange.ts'
import { clockChangeSchema } from '../schemas/sandboxSchemas.ts'
import { breakKinds } from '../signature/breakKinds.ts'

export const scenarioLimits = {
  bytes: 1024 * 1024,
  aliases: 100,
  steps: 500,
  requests: 10_000,
  durationMs: 24 * 3_600_000,
  parallel: 64,
} as const

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A length of time such as 250ms, 1.5s, 2m, 1h or 30d, in ms; null for anything else. Pure. */
export function readDuration(text: string): number | null {
  const [, digits = '', unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? []
  return unit === undefined ? null : Number(digits) * unitMs[unit as keyof typeof unitMs]
}

const duration = z
  .string()
  .refine((text) => (readDuration(text) ?? Infinity) <= scenarioLimits.durationMs, {
    error: 'A time is a number with a unit, such as 250ms, 30s, 2m or 1h, up to 24h.',
  })
  .describe('A length of time: 250ms, 30s, 2m, 1h')

const stepId = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}$/, 'An id begins with a letter and has letters, digits, - and _ only.')
  .describe('Later steps refer to this one by its id')

const text = z.string().min(1, 'It is empty.').max(10_000)
const filter = z.string().max(2000).describe('A filter in the language of the inbox')

/** A whole number within limits. */
function whole(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  const takes = `It takes a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}.`
  return z.number(takes).int(takes).min(min, takes).max(max, takes)
}

const statusTakes = 'A status is a number such as 204, a class such as 2xx, or several such as 200|204.'

/** Expected statuses: one, a class such as 2xx, or several with `|` between them. */
const status = z
  .union(
    [
      z.int().min(100, statusTakes).max(599, statusTakes),
      z.string().regex(/^(?:[1-5]xx|[1-5]\d\d)(?:\|(?:[1-5]xx|[1-5]\d\d))*$/, statusTakes),
    ],
    { error: statusTakes },
  )
  .describe('204, 2xx, 401|403')

const pointers = z
  .record(z.string().regex(/^(?:\/.*)?$/s, 'A place in a body is a JSON pointer: it begins with /.'), z.json())
  .describe('JSON pointers with values')

const sign = z
  .union(
    [
      z.literal('none'),
      z.strictObject({
        at: momentSchema.optional().describe('When it is signed: now, -10m, an ISO time'),
        break: z
          .enum(['none', ...breakKinds], { error: `A break is one of none, ${breakKinds.join(', ')}.` })
          .optional()
          .describe('What is made wrong on purpose'),
        secret: z
          .string()
          .max(200)
          .optional()
          .describe('current, previous, or the label of a secret of the environment; never the secret itself'),
        scheme: namedSchemeSchema.optional(),
      }),
    ],
    { error: 'sign takes none, or at, break, secret and scheme.' },
  )
  .describe('How the request is signed; by default as the sender does')

const ofSending = { with: pointers.optional(), sign: sign.optional(), id: stepId.optional() }

const composed = z
  .strictObject({
    method: requestMethod.optional(),
    path: requestPath.optional(),
    headers: z.record(z.string().max(256), z.string().max(65_536)).optional(),
    body: z.json().optional().describe('JSON, or a text that is sent as it is'),
    bodyBase64: base64Text.optional(),
  })
  .refine(({ body, bodyBase64 }) => body === undefined || bodyBase64 === undefined, {
    error: 'Give either body or bodyBase64.',
    path: ['bodyBase64'],
  })

const say = z.strictObject({ say: text.describe('A heading of reports, a caption when presented') })

const send = z.strictObject({
  send: z
    .union([text.max(500), composed])
    .describe('An event of a published example, the name or file of a fixture, or a request'),
  ...ofSending,
})

const resend = z.strictObject({
  resend: stepId.describe('Sends the request of this step once more, with the same signature unless sign is given'),
  ...ofSending,
})

const expectation = z.strictObject({
  of: stepId.optional().describe('The step whose answers are meant; by default the last that sent'),
  status: status.optional(),
  within: duration.optional().describe('Maximum time to the answer'),
  body: pointers.optional().describe('JSON pointers of the answer with values, or /regular expressions/'),
  headers: z.record(z.string().max(256), z.string().max(2000)).optional(),
  verdict: z.string().max(200).optional().describe('What Hookscope found of the signature: valid, invalid, ...'),
})
const expectStep = z.strictObject({ expect: expectation })

const respond = z.strictObject({
  respond: z
    .union(
      [
        z.literal('normal'),
        z.strictObject({
          status: whole(200, 599).optional(),
          times: whole(1, 1_000_000).optional().describe('For this many requests, then as before'),
          delay: duration.optional(),
          drop: z.boolean().optional().describe('Reset the connection before the answer'),
          truncate: whole(0, 10_000_000).optional().describe('Bytes of the body that are sent'),
          headers: z.record(z.string().max(256), z.string().max(8192)).optional(),
          body: z.string().max(65_536).optional(),
          for: filter.optional(),
        }),
      ],
      { error: 'respond takes normal, or status, times, delay, drop, truncate, headers, body and for.' },
    )
    .describe("What Hookscope's receiver answers from now on"),
})

const fields = z.record(z.string().max(200), z.json())
const create = z.strictObject({
  create: z
    .union([
      z.string().max(60),
      z
        .record(z.string().max(60), fields.nullable())
        .refine((types) => Object.keys(types).length === 1, { error: 'create takes one type of object.' }),
    ])
    .describe('An object of the sandbox, which notifies: a type, or a type with fields'),
  id: stepId.optional(),
})

const advance = z.strictObject({
  advance: z
    .union(
      [
        z.string().max(200),
        z.strictObject({ id: z.string().max(200), to: z.string().max(60).optional(), set: fields.optional() }),
      ],
      { error: 'advance takes the id of a step that created an object, or id, to and set.' },
    )
    .describe('Moves an object of the sandbox on to its next state, or to this one'),
  id: stepId.optional(),
})

const wait = z.strictObject({
  wait: z
    .union(
      [
        duration,
        z.strictObject({
          for: filter,
          times: whole(1, scenarioLimits.requests).optional(),
          within: duration.optional(),
        }),
      ],
      { error: 'wait takes a time such as 2s, or for, times and within.' },
    )
    .describe('A time, or deliveries that match'),
  id: stepId.optional(),
})

const clock = z.strictObject({
  clock: z
    .string(clockTakes)
    .pipe(clockChangeSchema)
    .describe("The sandbox's clock: a jump such as +30d or -2h, a moment, freeze, run or real"),
})

const rotate = z.strictObject({
  rotate: z
    .strictObject({ secret: z.string().min(1).max(4096).optional().describe('From a variable: ${env.NAME}') })
    .nullable()
    .describe('A new shared secret; by default a random one. The old one is accepted, too'),
})

const check = z.strictObject({
  check: z
    .strictObject({
      never: filter.optional().describe('No delivery of the run matches'),
      count: z
        .record(z.string().max(2000), whole(0))
        .optional()
        .describe('Filters, each with how many deliveries of the run match'),
      forwarded: whole(0).optional().describe('Deliveries of the run that went on to the target'),
      effects: whole(0).optional().describe('What the counter of the app rose by since the run began'),
      within: duration.optional(),
    })
    .describe('What holds for all deliveries of the run'),
})

const run = z.strictObject({
  run: z
    .strictObject({
      command: text,
      exit: whole(0, 255).optional(),
      equals: z.union([z.string(), z.number()]).optional(),
      contains: z.string().optional(),
      json: pointers.optional().describe('JSON pointers of the output with values, or /regular expressions/'),
    })
    .describe('A command; only where the command line allows it (--allow-commands)'),
  id: stepId.optional(),
})

/** Steps without steps in them. */
const simpleSteps = {
  say,
  send,
  resend,
  expect: expectStep,
  respond,
  create,
  advance,
  wait,
  clock,
  rotate,
  check,
  run,
}

const repeatedStep = z.union([send, resend, create, advance, wait])
const repeat = z.strictObject({
  repeat: z
    .strictObject({
      times: whole(1, scenarioLimits.requests),
      parallel: whole(1, scenarioLimits.parallel).optional(),
      step: z
        .union([repeatedStep, z.array(repeatedStep).min(1).max(scenarioLimits.parallel)])
        .describe('A step, or a list of steps: each of them so many times, in turn'),
    })
    .describe('A step several times, or several steps at once; an expect after it is about all of them'),
  id: stepId.optional(),
})

/** The schema of each kind of step, by the key that names it. */
export const stepSchemas = { ...simpleSteps, repeat }
export const stepKinds = Object.keys(stepSchemas) as StepKind[]
export type StepKind = keyof typeof stepSchemas
/** Kinds that can be repeated. */
export const repeatable: readonly StepKind[] = ['send', 'resend', 'create', 'advance', 'wait']

export type StepOf<Kind extends StepKind> = z.infer<(typeof stepSchemas)[Kind]>
export type ScenarioStep = { [Kind in StepKind]: StepOf<Kind> }[StepKind]
export type RepeatedStep = z.infer<typeof repeatedStep>

/** The steps that a repetition does in turn. Pure. */
export function repeatedSteps({ step }: StepOf<'repeat'>['repeat']): readonly RepeatedStep[] {
  return Array.isArray(step) ? step : [step]
}
export type Sign = z.infer<typeof sign>
export type Expectation = z.infer<typeof expectation>

/** All of a file but its steps, whose kind is decided first so that a mistake in one is named. */
export const scenarioHead = z.strictObject({
  name: text.max(200).describe('Names the scenario in lists and reports'),
  description: z.string().max(2000).optional(),
  environment: z
    .union(
      [
        z.literal('sandbox'),
        z.strictObject({ name: text.max(200), secret: z.string().max(65_536).optional() }),
        z.strictObject({ sender: fixtureNameSchema, secret: z.string().max(65_536).optional() }),
      ],
      { error: 'environment takes sandbox, or name or sender, and a secret from a variable: ${env.NAME}.' },
    )
    .optional()
    .describe('Whose deliveries they are: the sandbox (default), an environment by its name, or a sender'),
  target: z.string().max(2048).optional().describe('The app under test; --target says otherwise'),
  effects: z.string().max(2048).optional().describe('Where the app answers how many effects it had, as a number'),
  vars: z
    .record(
      z.string().regex(/^[A-Za-z]\w{0,63}$/, 'A variable begins with a letter and has letters, digits and _ only.'),
      z.union([z.string(), z.number(), z.boolean(), z.null()]),
    )
    .optional()
    .describe('Values by name, for ${vars.NAME}; --var NAME=VALUE says otherwise'),
  seed: whole(0).optional().describe('Makes ids and data repeatable'),
})

/** The whole format, for editors. */
export const scenarioSchema = scenarioHead.extend({
  steps: z
    .array(z.union(Object.values(stepSchemas)))
    .min(1)
    .max(scenarioLimits.steps),
})

export type Scenario = z.infer<typeof scenarioHead> & { steps: ScenarioStep[] }
