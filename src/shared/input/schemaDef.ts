import type { z } from 'zod'

export type SchemaDef = z.core.$ZodTypes['_zod']['def']

/** How a schema is made up. Every schema of zod has it; the type of its parts does not say so. */
export function schemaDef(schema: z.core.$ZodType): SchemaDef {
  return (schema as unknown as { def: SchemaDef }).def
}
