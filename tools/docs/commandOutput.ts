/** Output of commands with `--json`, as a page and as a JSON Schema: docs/command-output.md and docs/command-output.schema.json. */
import { z } from 'zod'
import { commandOutputs, otherOutputs } from '../../src/cli/output/outputSchemas.ts'
import type { CommandOutput } from '../../src/cli/output/outputShapes.ts'
import { exitCodeTable } from './exitCodeTable.ts'

/** JSON Schema 2020-12 with one property for each command; what several have is in `$defs` once. */
export function commandOutputSchema(): string {
  const whole = z
    .object(Object.fromEntries(commandOutputs.map(({ command, schema }) => [command, schema])))
    .partial()
    .describe('What the commands of hookscope print with --json, by the name of the command')
  const schema = z.toJSONSchema(whole, {
    io: 'output',
    reused: 'ref',
    // Fields may be added: what is not listed is no mistake.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return `${JSON.stringify(schema)}\n`
}

const instances: Readonly<Record<CommandOutput['instance'], string>> = {
  'joins, else alone': 'joins it, else alone',
  joins: 'needs one',
  alone: 'needs that none runs',
  none: 'looks at none',
}

/** The fields of a shape: of a list those of an entry, of several shapes those of all. */
function fieldsOf(shape: JsonShape): string[] {
  const inner = shape.items ?? shape
  const several = inner.anyOf ?? []
  return [...new Set([...Object.keys(inner.properties ?? {}), ...several.flatMap(fieldsOf)])]
}

interface JsonShape {
  properties?: object
  items?: JsonShape
  anyOf?: JsonShape[]
}

export function commandOutputPage(): string {
  const rows = commandOutputs.map(({ command, prints, instance, says, schema }) => {
    const fields = fieldsOf(z.toJSONSchema(schema, { io: 'output' }) as JsonShape)
    const named = fields.map((field) => `\`${field}\``).join(', ')
    return `| \`${command}\` | ${prints} | ${instances[instance]} | ${says} | ${named} |`
  })
  const others = otherOutputs.map(({ command, prints }) => `\`${command}\` prints ${prints}`).join('; ')
  return `# What commands print with --json

Written by \`npm run docs\` from \`src/cli/output/outputSchemas.ts\`. [command-output.schema.json](command-output.schema.json) has every shape in full, as JSON Schema: \`properties\` by the name of the command.

Answers go to stdout, each as one line of JSON in UTF-8; everything else goes to stderr. Characters that a terminal might obey are written as escapes (\`\\u001b\`). Fields may be added, none is renamed or removed. Exit codes: 0 done, 1 the answer is no, 2 wrong usage or input, 3 could not do it.

*Instance* says what a command does about a Hookscope that runs on the data folder. Two commands have no \`--json\`: ${others}.

| Command | Prints | Instance | What | Fields |
|---|---|---|---|---|
${rows.join('\n')}

## Exit codes

${exitCodeTable()}
`
}
