/**
 * The output of each command with `--json`. `npm run docs` generates docs/command-output.md and its JSON Schema from here,
 * and tests compare them with real output. Add an entry for every command that prints JSON: test/cli/help/commandOutput.test.ts
 * runs each one, with and without a running instance.
 */
import { z } from 'zod'
import { attemptSchema, deliverySchema, deliverySummarySchema } from '../../shared/schemas/deliverySchemas.ts'
import { caseOpenedSchema } from '../../shared/schemas/caseSchemas.ts'
import { environmentSchema } from '../../shared/schemas/environmentSchemas.ts'
import { fixtureListSchema } from '../../shared/schemas/sending/fixtureSchemas.ts'
import { sandboxClockSchema, sandboxObjectSchema } from '../../shared/schemas/sandboxSchemas.ts'
import { sendRunSchema } from '../../shared/schemas/sending/sendSchemas.ts'
import { addressAnswerSchema } from '../../shared/schemas/sessionSchemas.ts'
import { contractCheckSchema } from '../../shared/schemas/contractSchemas.ts'
import { shapeChangesSchema, shapeCodeSchema, shapeSchema, shapeTypeSchema } from '../../shared/schemas/shapeSchemas.ts'
import { explanationSchema, signatureSchema } from '../../shared/schemas/signature/signatureSchemas.ts'
import { tunnelSchema } from '../../shared/schemas/tunnelSchemas.ts'
import { type CommandOutput, forwardedNewsSchema, newsSchema, runningSchema } from './outputShapes.ts'
import { testOutputs } from './testOutputs.ts'
import { settingOutputs } from './settingOutputs.ts'

/** Commands without JSON output: another program reads their stdout. */
export const otherOutputs: readonly { command: string; prints: string }[] = [
  {
    command: 'mcp',
    prints: 'the Model Context Protocol; with `--print-config` what belongs into the file of a client',
  },
  { command: 'completion', prints: 'a script for the shell' },
  { command: 'version', prints: 'the version' },
]

export const commandOutputs: readonly CommandOutput[] = [
  {
    command: 'serve',
    prints: 'one line',
    instance: 'alone',
    says: 'When it is ready; `public` and `tunnelProblem` only with `--tunnel`.',
    schema: z.object({
      ui: z.string(),
      api: z.string(),
      token: z.string(),
      receiver: z.string(),
      /** Where the sender of the environment in use sends to. */
      receiverUrl: z.string(),
      public: z.string().nullable().optional(),
      tunnelProblem: z.string().nullable().optional(),
      data: z.string(),
      pid: z.number().int(),
    }),
  },
  {
    command: 'listen',
    prints: 'a line for each delivery',
    instance: 'joins, else alone',
    says: 'And one when its follow-up has ended, and with `--forward-to` one for each answer of the app.',
    schema: z.union([newsSchema, forwardedNewsSchema]),
  },
  {
    command: 'status',
    prints: 'one line',
    instance: 'joins, else alone',
    says: '`problem` says why the folder cannot be looked at; `next` what can be done.',
    schema: z.object({
      version: z.string(),
      dataFolder: z.string(),
      running: runningSchema,
      problem: z.string().nullable(),
      receiver: z.string().nullable(),
      deliveries: z.number().int(),
      last: deliverySummarySchema.nullable(),
      next: z.array(z.object({ command: z.string(), does: z.string() })),
    }),
  },
  {
    command: 'open',
    prints: 'one line',
    instance: 'joins',
    says: 'An address that works once, and until when.',
    schema: addressAnswerSchema,
  },
  {
    command: 'open FILE',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The id of the opened file; the address where the instance has a page in a browser.',
    schema: z.object({ caseId: z.string() }).extend(addressAnswerSchema.partial().shape),
  },
  {
    command: 'show',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The delivery, as `GET /deliveries/{id}`.',
    schema: deliverySchema,
  },
  {
    command: 'search',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'Newest first; `next` goes to `--before`.',
    schema: z.object({ items: z.array(deliverySummarySchema), next: z.string().nullable() }),
  },
  {
    command: 'types',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The types; with `TYPE` its shape, as `GET /shapes/{source}/{type}`, and with `--as` its code.',
    schema: z.union([z.object({ types: z.array(shapeTypeSchema) }), shapeSchema, shapeCodeSchema]),
  },
  {
    command: 'changes',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The changes, as `GET /changes`; with `--accept` how many were accepted.',
    schema: z.union([shapeChangesSchema, z.object({ accepted: z.number().int() })]),
  },
  {
    command: 'contract',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'What holds, and each delivery that does not; as `POST /contract-checks`.',
    schema: contractCheckSchema,
  },
  {
    command: 'explain',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The signature of a delivery with its explanation.',
    schema: signatureSchema.extend({ explanation: explanationSchema }),
  },
  {
    command: 'config',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'Of a secret only whether it is set, and its fingerprint.',
    schema: z.object({
      dataFolder: z.string(),
      running: runningSchema,
      receiver: z.object({ origin: z.string().nullable(), url: z.string().nullable() }),
      tunnel: z.object({ provider: z.string(), state: tunnelSchema.shape.state, publicUrl: z.string().nullable() }),
      environments: z.array(environmentSchema),
    }),
  },
  {
    command: 'tail',
    prints: 'a line for each delivery',
    instance: 'joins, else alone',
    says: 'And one when its follow-up has ended.',
    schema: newsSchema,
  },
  {
    command: 'wait',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The delivery that matched.',
    schema: deliverySummarySchema,
  },
  { command: 'replay', prints: 'one line', instance: 'joins, else alone', says: 'The attempt.', schema: attemptSchema },
  {
    command: 'trigger',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The object; `deliveryId` where a running instance has the sandbox.',
    schema: sandboxObjectSchema.extend({ deliveryId: z.string().nullable().optional() }),
  },
  {
    command: 'sandbox clock',
    prints: 'one line',
    instance: 'joins',
    says: 'The time of the sandbox.',
    schema: sandboxClockSchema,
  },
  {
    command: 'send',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The run, when it has ended.',
    schema: sendRunSchema,
  },
  {
    command: 'send --list',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The fixtures; `problem` says why a file is none.',
    schema: fixtureListSchema,
  },
  ...settingOutputs,
  {
    command: 'export',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'With `--out`.',
    schema: z.object({
      file: z.string(),
      deliveries: z.number().int(),
      size: z.number().int(),
      /** Failed deliveries without an explanation yet; they are exported without a proof. */
      unexplained: z.number().int(),
    }),
  },
  {
    command: 'import',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'What was taken, also without `--json`.',
    schema: caseOpenedSchema,
  },
  ...testOutputs,
  {
    command: 'sandbox run',
    prints: 'one line',
    instance: 'none',
    says: 'When it is ready.',
    schema: z.object({
      url: z.string(),
      authUrl: z.string(),
      baseUrl: z.string(),
      clientId: z.string(),
      audience: z.string(),
      username: z.string(),
      password: z.string(),
    }),
  },
  {
    command: 'schemes',
    prints: 'one line',
    instance: 'none',
    says: 'What `--scheme` and `--sender` take; `header` is empty where the signature is in the body or in other headers.',
    schema: z.object({ schemes: z.array(z.object({ id: z.string(), name: z.string(), header: z.string() })) }),
  },
  {
    command: 'token',
    prints: 'one line',
    instance: 'joins',
    says: 'The key for `Authorization: Bearer`, and the address of the API.',
    schema: z.object({ api: z.string(), token: z.string() }),
  },
  {
    command: 'verify',
    prints: 'one line',
    instance: 'none',
    says: 'The signature, as in a delivery.',
    schema: signatureSchema,
  },
  {
    command: 'verify --batch',
    prints: 'a line for each line of the file',
    instance: 'none',
    says: 'The signature, or `error` where the line cannot be read.',
    schema: z.union([signatureSchema, z.object({ error: z.string() })]),
  },
]
