import { isObject, type Target } from './references.ts'
import { dialectOf, examplesOf, type Finder, textIn } from './readMessages.ts'
import { partsOf } from './readDocument.ts'

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const keywords = ['$schema', '$id', '$ref', 'properties', 'allOf', 'anyOf', 'oneOf', 'patternProperties']

/** Whether a document is a schema that a message can be validated against. */
export function isSchema(value: unknown): boolean {
  if (!isObject(value) || 'openapi' in value || 'asyncapi' in value || 'swagger' in value) return false
  const { type } = value
  const all = Array.isArray(type) ? (type as unknown[]) : [type]
  const isTyped = all.every((each) => types.has(String(each)))
  // A file of definitions alone is for others to refer to.
  const isOnlyParts = Object.keys(value).every((name) =>
    /^(?:\$schema|\$id|\$defs|definitions|title|description)$/.test(name),
  )
  return !isOnlyParts && (isTyped || keywords.some((name) => name in value))
}

/** Finds the message of a JSON Schema, or one for each schema that it offers as `oneOf` or `anyOf`. */
export function findSchemaMessages(root: Target, finder: Finder): void {
  const { file } = root.resource
  const declared = isObject(root.value) ? root.value['$schema'] : undefined
  const dialect = dialectOf(declared)
  if (dialect === null) {
    const why = { code: 'schema-dialect-unknown', fields: { dialect: String(declared) } } as const
    finder.problems.push({ file, pointer: '/$schema', why })
    return
  }
  const choices = choicesOf(root)
  for (const choice of choices ?? [root]) {
    const reference = textIn(choice.value, '$ref')
    const ofReference = choices === null || reference === null ? undefined : partsOf(reference).at(-1)
    const names = [ofReference, choices === null ? nameOf(file) : undefined, textIn(choice.value, 'title')]
    const [name = nameOf(file), ...aliases] = names.filter((each) => typeof each === 'string')
    finder.messages.push({
      name,
      aliases,
      summary: textIn(choice.value, 'title'),
      file,
      pointer: choice.pointer,
      payload: choice,
      dialect,
      headers: new Map(),
      examples: examplesOf(choice.value),
    })
  }
}

/** The schemas of a root that is nothing but a choice among references, or null. */
function choicesOf(root: Target): Target[] | null {
  if (!isObject(root.value) || 'properties' in root.value) return null
  for (const name of ['oneOf', 'anyOf']) {
    const list = root.value[name]
    if (!Array.isArray(list) || list.length === 0) continue
    if (!list.every((each) => isObject(each) && typeof each['$ref'] === 'string')) continue
    return list.map((value: unknown, at) => ({ ...root, pointer: `/${name}/${at}`, value }))
  }
  return null
}

/** `issues/opened.schema.json` is the schema of "issues/opened". */
function nameOf(file: string): string {
  return file.replace(/(?:\.schema)?\.(?:json|ya?ml)$/i, '').replace(/\/(?:index|event|payload)$/i, '')
}
