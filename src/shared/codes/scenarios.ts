import { z } from 'zod'

const whole = z.number().int()

/** A mistake in the file of a scenario with its place. Lines and columns begin at 1. */
export const scenarioProblem = z.object({
  message: z.string(),
  /** The known word to put in the place of what is wrong, where one is near. */
  nearest: z.string().optional(),
  /** The host beyond this machine that the user may allow (`allowHost`). */
  host: z.string().optional(),
  line: whole,
  column: whole,
  endLine: whole,
  endColumn: whole,
})
export type ScenarioProblem = z.infer<typeof scenarioProblem>
