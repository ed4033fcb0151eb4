/** Schemas of the checks of an installation. */
import { z } from 'zod'
import { doctorFindingSchema } from '../codes/doctor.ts'
import { time } from './deliverySchemas.ts'

/** The checks, in this order. */
const doctorAreas = [
  'data-folder',
  'space',
  'database',
  'instance',
  'ports',
  'key',
  'runtime',
  'browser',
  'programs',
  'proxy',
  'clock',
] as const

export const doctorCheckSchema = z.object({
  area: z.enum(doctorAreas),
  /** warn: it works, and something should be done. fail: something does not work. skipped: it could not be looked at, or is not needed. */
  state: z.enum(['ok', 'warn', 'fail', 'skipped']),
  finding: doctorFindingSchema,
  /** The finding and what to do, as readable text. */
  sentence: z.string(),
})

export const doctorReportSchema = z.object({
  folder: z.string(),
  at: time,
  /** Nothing needs doing: no check warns or fails. */
  ok: z.boolean(),
  checks: z.array(doctorCheckSchema),
})
