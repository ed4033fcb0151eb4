import { z } from 'zod'
import { callProblemSchema } from '../codes/problems.ts'

/** What a failed call carries beside its sentence: what happened, for code. */
export const failureSchema = z.object({ why: callProblemSchema.optional() })
