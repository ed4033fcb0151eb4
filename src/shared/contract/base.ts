import { oc } from '@orpc/contract'
import { z } from 'zod'
import { serviceAnswerSchema } from '../schemas/serviceSchemas.ts'
import { callProblemSchema } from '../codes/problems.ts'

/** Data of a failed call, in addition to its sentence: what happened, for code. */
const failureSchema = z.object({ why: callProblemSchema.optional() })

/**
 * Expected failures as data. Each message is a readable sentence: what happened, why, what to do next.
 * `status` is spelled out because a declared error defaults to 500.
 */
export const base = oc.errors({
  NOT_FOUND: { status: 404, data: failureSchema.optional() },
  /** `issues`: what does not fit the contract, and where. The framework fills them in; undeclared they would be cut off. */
  BAD_REQUEST: {
    status: 400,
    data: z
      .object({
        ...failureSchema.shape,
        field: z.string().optional(),
        issues: z
          .array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).optional() }))
          .optional(),
      })
      .optional(),
  },
  CONFLICT: { status: 409, data: failureSchema.optional() },
  /** The service or its identity provider said no, or could not be reached; `answer` is what it said. */
  SERVICE_REFUSED: { status: 502, data: failureSchema.extend({ answer: serviceAnswerSchema.optional() }).optional() },
  /** The store cannot take writes now (disk full, read-only, ...). */
  UNAVAILABLE: { status: 503, data: failureSchema.optional() },
})

/** The path parameter of most calls. */
export const id = z.object({ id: z.string() })
