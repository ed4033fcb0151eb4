import { schemePresets } from '../../../../shared/signature/schemePresets.ts'
import type { TextCompletions, TextOption } from '../../../ui/code/CodeEditorYaml.ts'
import { placeInYaml, type YamlPlace } from './placeInYaml.ts'

/** The part of a JSON Schema that completion reads. */
export interface Schema {
  type?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: readonly Schema[]
}

/** Completes a place in a scenario: fields, steps, fixed values, ids of steps and variables. Pure. */
export function completeScenario(schema: Schema, text: string, at: number): TextCompletions | null {
  const variable = /\$\{[\w.]*$/.exec(text.slice(0, at))
  if (variable !== null) return { from: variable.index, options: variables(text, at) }
  const place = placeInYaml(text, at)
  if (place === null) return null
  const { from, kind } = place
  const options = kind === 'key' ? keysAt(schema, place) : valuesAt(schema, place, text)
  return options.length === 0 ? null : { from, options }
}

function keysAt(schema: Schema, { path, siblings, isFlow }: YamlPlace): TextOption[] {
  const found = schemasAt(schema, path)
  const lists = found.flatMap(({ items }) => (items === undefined ? [] : optionsOf(items)))
  if (lists.length > 0 && !isFlow)
    return namesOf(lists, []).map((option) => ({ ...option, apply: `- ${option.apply}` }))
  return namesOf(found, siblings)
}

/** Names of maps. Where there are several kinds of map, the names that tell them apart come first. */
function namesOf(maps: readonly Schema[], siblings: readonly string[]) {
  const withNames = maps.filter(({ properties }) => properties !== undefined)
  const fitting = withNames.filter(({ properties = {} }) => siblings.every((name) => name in properties))
  const isOpen = fitting.length > 1 && siblings.length === 0
  const names = new Map<string, Schema>()
  for (const { properties = {}, required = [] } of fitting) {
    for (const [name, schema] of Object.entries(properties)) {
      if ((!isOpen || required.includes(name)) && !siblings.includes(name) && !names.has(name)) names.set(name, schema)
    }
  }
  return [...names].map(([label, schema]) => ({ label, apply: `${label}: `, info: descriptionOf(schema) }))
}

function descriptionOf(schema: Schema): string | undefined {
  return schema.description ?? schema.anyOf?.find(({ description }) => description !== undefined)?.description
}

/** Fields whose values are ids of earlier steps. */
const stepFields = new Set(['resend', 'of', 'advance'])

function valuesAt(schema: Schema, { path, from }: YamlPlace, text: string): TextOption[] {
  const field = path.at(-1) ?? ''
  if (stepFields.has(field)) return stepIds(text, from).map((label) => ({ label }))
  if (field === 'sender') return schemePresets.map(({ id, label }) => ({ label: id, info: label }))
  const fixed = schemasAt(schema, path).flatMap((each) => [
    ...(each.enum ?? []),
    ...(each.const === undefined ? [] : [each.const]),
    ...(each.type === 'boolean' ? [true, false] : []),
  ])
  return [...new Set(fixed.map(String))].map((label) => ({ label }))
}

function variables(text: string, at: number): TextOption[] {
  const names = variableNames(text)
  return [
    ...names.map((name) => `vars.${name}`),
    ...stepIds(text, at).map((id) => `steps.${id}`),
    'uuid',
    'uuid8',
    'now',
  ].map((name) => ({ label: `\${${name}`, apply: `\${${name}}` }))
}

/** The names below `vars`, in lines of their own or in one. */
function variableNames(text: string): string[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.startsWith('vars:'))
  if (first === -1) return []
  const inline = (lines[first] ?? '').slice('vars:'.length).split(/[{,]/)
  const rest = lines.slice(first + 1)
  const end = rest.findIndex((line) => /^\S/.test(line))
  const block = end === -1 ? rest : rest.slice(0, end)
  return [...inline, ...block].flatMap((part) => /^\s*([A-Za-z]\w*):/.exec(part)?.[1] ?? [])
}

/** The ids that steps have before a place. */
function stepIds(text: string, at: number): string[] {
  return [...new Set([...text.slice(0, at).matchAll(/\bid:\s*([A-Za-z][\w-]*)/g)].map(([, id = '']) => id))]
}

/** The schemas that a part of the file can have: each kind of what is at its place. */
function schemasAt(schema: Schema, path: YamlPlace['path']): Schema[] {
  let found = optionsOf(schema)
  for (const part of path) {
    found = found.flatMap((each) => {
      if (part === null) return each.items === undefined ? [] : optionsOf(each.items)
      const own = each.properties?.[part]
      if (own !== undefined) return optionsOf(own)
      return typeof each.additionalProperties === 'object' ? optionsOf(each.additionalProperties) : []
    })
  }
  return found
}

function optionsOf(schema: Schema): Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(optionsOf)
}
