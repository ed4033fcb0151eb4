/**
 * What each command prints with `--json`. docs/command-output.md and its JSON Schema are written from here (`npm run docs`),
 * and tests compare them with what commands print. A command that prints JSON adds itself.
 */
import { z } from 'zod'
import { attemptSchema, deliverySchema, deliverySummarySchema } from '../shared/schemas/deliverySchemas.ts'
import { caseOpenedSchema } from '../shared/schemas/caseSchemas.ts'
import { checkReportSchema } from '../shared/schemas/checkSchemas.ts'
import { environmentSchema } from '../shared/schemas/environmentSchemas.ts'
import { doctorReportSchema } from '../shared/schemas/doctorSchemas.ts'
import { forwardRulesSchema } from '../shared/schemas/forwardSchemas.ts'
import { sandboxObjectSchema } from '../shared/schemas/sandboxSchemas.ts'
import { sendRunSchema } from '../shared/schemas/sendSchemas.ts'
import { addressAnswerSchema } from '../shared/schemas/sessionSchemas.ts'
import { explanationSchema, signatureSchema } from '../shared/schemas/signatureSchemas.ts'
import { backupSchema } from '../shared/schemas/storageSchemas.ts'
import { tunnelSchema } from '../shared/schemas/tunnelSchemas.ts'

export interface CommandOutput {
  command: string
  /** How much is printed. */
  prints: 'one line' | 'a line for each delivery' | 'a line for each line of the file'
  /** In a sentence. */
  says: string
  schema: z.ZodType
}

/** The instance that answered; null where the command answered. */
const runningSchema = z
  .object({
    pid: z.number().int(),
    shell: z.enum(['browser', 'desktop', 'command']),
    version: z.string(),
    startedAt: z.string(),
    instanceId: z.string(),
  })
  .nullable()

const newsSchema = deliverySummarySchema.extend({ event: z.enum(['delivery', 'follow-up']) })

/** `listen --forward-to` says how each was answered. */
const forwardedNewsSchema = z.looseObject({ event: z.literal('forward'), deliveryId: z.string() })

export const commandOutputs: readonly CommandOutput[] = [
  {
    command: 'serve',
    prints: 'one line',
    says: 'When it is ready; `public` and `tunnelProblem` only with `--tunnel`.',
    schema: z.object({
      ui: z.string(),
      api: z.string(),
      token: z.string(),
      receiver: z.string(),
      public: z.string().nullable().optional(),
      tunnelProblem: z.string().nullable().optional(),
      data: z.string(),
      pid: z.number().int(),
    }),
  },
  {
    command: 'listen',
    prints: 'a line for each delivery',
    says: 'And one when its follow-up has ended.',
    schema: z.union([newsSchema, forwardedNewsSchema]),
  },
  {
    command: 'status',
    prints: 'one line',
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
    says: 'An address that works once, and until when.',
    schema: addressAnswerSchema,
  },
  { command: 'show', prints: 'one line', says: 'The delivery, as `GET /deliveries/{id}`.', schema: deliverySchema },
  {
    command: 'search',
    prints: 'one line',
    says: 'Newest first; `next` goes to `--before`.',
    schema: z.object({ items: z.array(deliverySummarySchema), next: z.string().nullable() }),
  },
  {
    command: 'explain',
    prints: 'one line',
    says: 'The signature of a delivery with its explanation.',
    schema: signatureSchema.extend({ explanation: explanationSchema }),
  },
  {
    command: 'config',
    prints: 'one line',
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
    says: 'And one when its follow-up has ended.',
    schema: newsSchema,
  },
  { command: 'wait', prints: 'one line', says: 'The delivery that matched.', schema: deliverySummarySchema },
  { command: 'replay', prints: 'one line', says: 'The attempt.', schema: attemptSchema },
  {
    command: 'trigger',
    prints: 'one line',
    says: 'The object; `deliveryId` where a running instance has the sandbox.',
    schema: sandboxObjectSchema.extend({ deliveryId: z.string().nullable().optional() }),
  },
  { command: 'send', prints: 'one line', says: 'The run, when it has ended.', schema: sendRunSchema },
  { command: 'forward', prints: 'one line', says: 'The rules, after what was asked.', schema: forwardRulesSchema },
  {
    command: 'backup',
    prints: 'one line',
    says: 'The backup, and where it is.',
    schema: backupSchema.extend({ folder: z.string() }),
  },
  {
    command: 'restore',
    prints: 'one line',
    says: 'What was restored, and where the data from before is.',
    schema: z.object({ restored: z.string(), deliveries: z.number().int(), aside: z.string() }),
  },
  {
    command: 'doctor',
    prints: 'one line',
    says: 'The checks, each with its code; with `--recover` what was recovered, and `aside`.',
    schema: doctorReportSchema,
  },
  {
    command: 'export',
    prints: 'one line',
    says: 'With `--out`.',
    schema: z.object({ file: z.string(), deliveries: z.number().int(), size: z.number().int() }),
  },
  { command: 'import', prints: 'one line', says: 'What was taken, also without `--json`.', schema: caseOpenedSchema },
  {
    command: 'check',
    prints: 'one line',
    says: 'The report. With `--list` the probes instead.',
    schema: checkReportSchema,
  },
  {
    command: 'sandbox',
    prints: 'one line',
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
    command: 'verify',
    prints: 'one line',
    says: 'With `--batch` one for each line of the file.',
    schema: signatureSchema,
  },
]
