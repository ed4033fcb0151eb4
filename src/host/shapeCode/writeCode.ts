import { InputData, JSONSchemaInput, type LanguageName, quicktype } from 'quicktype-core'
import type { JsonSchema } from '../../engine/shapes/jsonSchema.ts'
import type { CodeLanguage } from '../../shared/codeLanguages.ts'

interface Target {
  lang: LanguageName
  options: Record<string, string>
}

/** How quicktype is asked. C# is what every compiler since Visual Studio 2015 reads, and what our tests can compile. */
const targets: Record<Exclude<CodeLanguage, 'schema'>, Target> = {
  ts: { lang: 'typescript', options: {} },
  zod: { lang: 'typescript-zod', options: {} },
  go: { lang: 'go', options: { package: 'webhooks' } },
  python: { lang: 'python', options: {} },
  csharp: { lang: 'csharp', options: { namespace: 'Webhooks', framework: 'NewtonSoft', 'csharp-version': '6' } },
  java: { lang: 'java', options: { package: 'webhooks' } },
  php: { lang: 'php', options: {} },
  ruby: { lang: 'ruby', options: {} },
  rust: { lang: 'rust', options: { visibility: 'public' } },
  kotlin: { lang: 'kotlin', options: { package: 'webhooks' } },
}

/**
 * Writes the types of a shape as code. Dates and ids stay texts, as they are in the JSON: each sender writes them its own
 * way, and their parsers differ from language to language.
 * @param type names the outermost type
 */
export async function writeCode(schema: JsonSchema, type: string, language: CodeLanguage): Promise<string> {
  if (language === 'schema') return `${JSON.stringify(schema, null, 2)}\n`
  const { lang, options } = targets[language]
  const input = new JSONSchemaInput(undefined)
  await input.addSource({ name: type.replaceAll(/[^\w.]+/g, ' '), schema: JSON.stringify(forCode(schema, language)) })
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang, rendererOptions: options })
  return `${lines.join('\n').trimEnd()}\n`
}

/** Names that could end a comment of some language, which quicktype writes them into as they are. */
const unsafeName = /[\p{C}\p{Zl}\p{Zp}]|\?>|\*\//u

/** Names that quicktype writes into texts which a language reads in another way: as code, or as no name at all. */
const unsafeNames: Partial<Record<CodeLanguage, RegExp>> = {
  ruby: /#/,
  php: /['\\]/,
  // Other characters than encoding/json takes as a name in a tag; "-" leaves a field out.
  go: /^-?$|[^\p{L}\p{N}!#$%&()*+\-./:;<=>?@[\]^_{|}~ ]/u,
}

/** A copy of a schema in which texts have no format, without members whose names no code can safely hold. */
function forCode(schema: JsonSchema, language: CodeLanguage): JsonSchema {
  const { format: _format, properties, required, items, additionalProperties, ...rest } = schema
  const part = (value: unknown): JsonSchema => forCode(value as JsonSchema, language)
  const isSafe = (name: string): boolean => !unsafeName.test(name) && unsafeNames[language]?.test(name) !== true
  const members = Object.entries((properties ?? {}) as JsonSchema).filter(([name]) => isSafe(name))
  const needed = ((required ?? []) as string[]).filter(isSafe)
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(members.map(([name, value]) => [name, part(value)])) }),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(items === undefined ? {} : { items: part(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: part(additionalProperties) }),
  }
}
