import { scenarioJsonSchema } from '../../src/shared/scenarios/scenarioJsonSchema.ts'

/** docs/scenario.schema.json: the format of scenarios, for editors. */
export function scenarioSchemaFile(): string {
  return `${JSON.stringify(scenarioJsonSchema('ref'), null, 1)}\n`
}
