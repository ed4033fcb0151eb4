/** Output of the commands that test a handler: scenarios, probes and searches for a fault. */
import { z } from 'zod'
import { checkReportSchema } from '../../shared/schemas/sending/checkSchemas.ts'
import { orderRunSchema } from '../../shared/schemas/sending/orderSchemas.ts'
import { comparisonSchema } from '../../shared/schemas/sending/comparisonSchemas.ts'
import {
  scenarioListSchema,
  scenarioRecordingSchema,
  scenarioRunSchema,
} from '../../shared/schemas/sending/scenarioSchemas.ts'
import { shrinkSchema } from '../../shared/schemas/sending/shrinkSchemas.ts'
import { type CommandOutput, probeSchema } from './outputShapes.ts'

export const testOutputs: readonly CommandOutput[] = [
  {
    command: 'run',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'A line for each scenario, when it has ended.',
    schema: scenarioRunSchema,
  },
  {
    command: 'run --list',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'Bundled and saved scenarios, each with its steps or its mistakes.',
    schema: scenarioListSchema,
  },
  {
    command: 'scenario record',
    prints: 'one line',
    instance: 'joins, else alone',
    says: '`text` without `--out`, `file` with it; `notes` says what the scenario leaves out.',
    schema: scenarioRecordingSchema.extend({ text: z.string().optional(), file: z.string().optional() }),
  },
  {
    command: 'shrink',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The result, when the search has ended.',
    schema: shrinkSchema,
  },
  {
    command: 'check',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The report.',
    schema: checkReportSchema,
  },
  {
    command: 'compare-builds',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The result, as `GET /build-comparisons/{run}`.',
    schema: comparisonSchema,
  },
  {
    command: 'orders',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The result, as `GET /order-runs/{run}`.',
    schema: orderRunSchema,
  },
  {
    command: 'check --list',
    prints: 'one line',
    instance: 'none',
    says: 'The probes, as a list.',
    schema: z.array(probeSchema),
  },
  {
    command: 'check --explain',
    prints: 'one line',
    instance: 'none',
    says: 'What a probe sends, why, and what to change.',
    schema: probeSchema.extend({ good: z.string(), fault: z.string(), change: z.string() }),
  },
]
