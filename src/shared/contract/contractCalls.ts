import { z } from 'zod'
import {
  contractCheckSchema,
  contractExampleSchema,
  contractPathSchema,
  contractResultSchema,
  contractViewSchema,
} from '../schemas/contractSchemas.ts'
import { base, id } from './base.ts'

const environment = z.object({ environment: z.string() })

/** Documents that say what a sender sends, and what validating deliveries against them found. Nothing is ever fetched. */
export const contracts = {
  /** With how many deliveries hold, violate it, or were not validated yet. */
  get: base
    .route({ method: 'GET', path: '/environments/{environment}/contract' })
    .input(environment)
    .output(contractViewSchema),
  /** A document that cannot be read is set, too: `document.problems` says why, and it is read again when it changes. */
  set: base
    .route({ method: 'PUT', path: '/environments/{environment}/contract' })
    .input(
      environment
        .extend({ path: contractPathSchema.optional(), builtIn: z.literal('sandbox').optional() })
        .refine(({ path, builtIn }) => (path === undefined) !== (builtIn === undefined), {
          error: 'Give either path or builtIn.',
          path: ['path'],
        }),
    )
    .output(contractViewSchema),
  remove: base
    .route({ method: 'DELETE', path: '/environments/{environment}/contract' })
    .input(environment)
    .output(contractViewSchema),
  /** Reads the files at once; without this call they are read again some seconds after they changed. */
  reload: base
    .route({ method: 'POST', path: '/environments/{environment}/contract/reload' })
    .input(environment)
    .output(contractViewSchema),
  /** Bodies that the document gives as examples, at most 500. */
  examples: base
    .route({ method: 'GET', path: '/environments/{environment}/contract/examples' })
    .input(environment)
    .output(z.object({ items: z.array(contractExampleSchema) })),
  /** Null where the environment has no contract, or the delivery was not validated yet. */
  result: base
    .route({ method: 'GET', path: '/deliveries/{id}/contract' })
    .input(id)
    .output(z.object({ result: contractResultSchema.nullable() })),
  /** Validates stored deliveries, newest first, against any contract. Sets and keeps nothing. */
  check: base
    .route({ method: 'POST', path: '/contract-checks' })
    .input(
      z.object({
        path: contractPathSchema,
        /** In the language of the page. */
        filter: z.string().max(2000).optional(),
        environment: z.string().optional(),
        limit: z.number().int().min(1).max(100_000).default(10_000),
      }),
    )
    .output(contractCheckSchema),
}
