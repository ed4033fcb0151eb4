import { z } from 'zod'
import { callProblemSchema } from '../codes/problems.ts'

/** Data of a failed call, in addition to its sentence: what happened, for code. */
export const failureSchema = z.object({ why: callProblemSchema.optional() })
