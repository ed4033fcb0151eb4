import { z } from 'zod'

const whole = z.number().int()

/** What is wrong in the file of a scenario, and where. Lines and columns begin at 1. */
export const scenarioProblemSchema = z.object({
  message: z.string(),
  line: whole,
  column: whole,
  endLine: whole,
  endColumn: whole,
})
export type ScenarioProblem = z.infer<typeof scenarioProblemSchema>
