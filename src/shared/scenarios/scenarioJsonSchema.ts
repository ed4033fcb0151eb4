import { z } from 'zod'
import { scenarioSchema } from './scenarioFormat.ts'

/** The format as a JSON Schema, with which editors complete and check a file. Pure. */
export function scenarioJsonSchema(): Record<string, z.core.util.JSONType> {
  const schema = z.toJSONSchema(scenarioSchema, { unrepresentable: 'any', io: 'input' })
  return {
    ...(JSON.parse(JSON.stringify(schema)) as Record<string, z.core.util.JSONType>),
    title: 'Hookscope scenario',
    description: 'A webhook flow as a file: what is sent, what is answered, and what is expected.',
  }
}
