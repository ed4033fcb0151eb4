import { z } from 'zod'

const whole = z.number().int()

/** A mistake in the file of a scenario with its place. Lines and columns begin at 1. */
export const scenarioProblem = z.object({
  message: z.string(),
  line: whole,
  column: whole,
  endLine: whole,
  endColumn: whole,
})
export type ScenarioProblem = z.infer<typeof scenarioProblem>
