import type { ErrorObject } from 'ajv'
import type { ContractResult } from '../../shared/wireTypes.ts'
import { pointerTo } from './readDocument.ts'

type Violation = ContractResult['violations'][number]

const maxViolations = 50
/** Longest value that is kept of a violation, characters. */
const maxValue = 200

/** Schemas that `$ref` names as `#/$defs/NAME`. */
export type Definitions = Readonly<Record<string, unknown>>

/** The first violations that a schema's errors mean, and the number of others. */
export function violationsOf(
  errors: readonly ErrorObject[],
  $defs: Definitions,
): { violations: Violation[]; more: number } {
  const seen = new Set<string>()
  const all: Violation[] = []
  for (const error of withoutBranches(errors, $defs)) {
    const violation = violationOf(error)
    const key = JSON.stringify(violation)
    if (seen.has(key)) continue
    seen.add(key)
    all.push(violation)
  }
  return { violations: all.slice(0, maxViolations), more: Math.max(0, all.length - maxViolations) }
}

/**
 * Leaves out why each branch of a choice failed: Ajv reports the errors of all branches and then the choice itself. Where
 * all of them are deeper in the same value, at most a few, they say more than the choice and stay in its place.
 */
function withoutBranches(errors: readonly ErrorObject[], $defs: Definitions): ErrorObject[] {
  const kept: ErrorObject[] = []
  for (const error of errors) {
    // Why a name does not fit was reported before it.
    if (error.keyword === 'propertyNames') continue
    if (error.keyword === 'contains') {
      // No element is asked to fit, only one of them.
      while (isWithin(kept.at(-1), error) && isOfSchema(kept.at(-1), error)) kept.pop()
      kept.push(error)
      continue
    }
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      kept.push(error)
      continue
    }
    const ofBranches = schemasWithin(error.schema, $defs)
    const isBranch = (each: ErrorObject | undefined): boolean =>
      ofBranches.has(each?.parentSchema) && (each?.instancePath === error.instancePath || isWithin(each, error))
    const branches: ErrorObject[] = []
    while (isBranch(kept.at(-1))) branches.unshift(...kept.splice(-1))
    const deeper = branches.filter(
      ({ instancePath, keyword }) =>
        instancePath !== error.instancePath || keyword === 'required' || keyword === 'additionalProperties',
    )
    // A fixed value tells the branches apart: that of another branch is not what this one breaks.
    const ofBranch = deeper.length > 1 ? deeper.filter(({ keyword }) => keyword !== 'const') : deeper
    if (ofBranch.length > 0 && deeper.length <= maxBranchErrors) kept.push(...ofBranch)
    else kept.push(error)
  }
  return kept
}

const maxBranchErrors = 3

/** A schema with all that are part of it, or that it refers to. */
function schemasWithin(schema: unknown, $defs: Definitions): Set<unknown> {
  const found = new Set<unknown>()
  const open = [schema]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null || found.has(next)) continue
    found.add(next)
    open.push(...Object.values(next))
    if ('$ref' in next) open.push($defs[String(next.$ref).replace('#/$defs/', '')])
  }
  return found
}

/** Whether an error is of the schema that a keyword has. */
function isOfSchema(error: ErrorObject | undefined, { schema, schemaPath }: ErrorObject): boolean {
  return error?.parentSchema === schema || error?.schemaPath.startsWith(`${schemaPath}/`) === true
}

/** Whether an error is of a member or element of the value that another is of. */
function isWithin(error: ErrorObject | undefined, outer: ErrorObject): boolean {
  return error?.instancePath.startsWith(`${outer.instancePath}/`) === true
}

function violationOf(error: ErrorObject): Violation {
  const { propertyName, instancePath } = error
  const violation = violationOfValue(error)
  // The name of a member is wrong, not its value.
  return propertyName === undefined ? violation : { ...violation, pointer: pointerTo(instancePath, propertyName) }
}

function violationOfValue({ keyword, instancePath, params, data, schema, message }: ErrorObject): Violation {
  const fields = params as Record<string, unknown>
  const at = (name: unknown): string => pointerTo(instancePath, String(name))
  const inside = (name: unknown): unknown =>
    typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[String(name)] : undefined
  const plain = (expected: string): Violation => ({
    pointer: instancePath,
    rule: keyword,
    expected,
    found: shown(data),
  })
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return { pointer: at(fields['missingProperty']), rule: keyword, expected: 'present', found: null }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = fields['additionalProperty'] ?? fields['unevaluatedProperty']
      return { pointer: at(name), rule: keyword, expected: 'absent', found: shown(inside(name)) }
    }
    case 'type':
      return plain(listed(fields['type']))
    case 'enum':
      return plain(`one of ${listed(fields['allowedValues'])}`)
    case 'const':
      return plain(shown(fields['allowedValue']) ?? '')
    case 'pattern':
      return plain(cut(String(fields['pattern'])))
    case 'format':
      return plain(String(fields['format']))
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return plain(`${String(fields['comparison'])} ${String(fields['limit'])}`)
    case 'multipleOf':
      return plain(`a multiple of ${String(fields['multipleOf'])}`)
    case 'oneOf':
    case 'anyOf': {
      const count = Array.isArray(schema) ? schema.length : 0
      return plain(`${keyword === 'oneOf' ? 'exactly ' : ''}one of ${count} schemas`)
    }
    default:
      return plain(cut(message ?? keyword))
  }
}

function listed(value: unknown): string {
  return cut((Array.isArray(value) ? value : [value]).map((each) => shown(each) ?? '').join(', '))
}

/** A value as short text, or null where there is none. A text has no quotes, which its rule tells. */
function shown(value: unknown): string | null {
  if (value === undefined) return null
  return cut(typeof value === 'string' ? value : jsonStart(value))
}

function jsonStart(value: unknown): string {
  // Large values are not written out to be cut again.
  if (Array.isArray(value) && value.length > maxValue) return `a list of ${value.length}`
  return JSON.stringify(value)
}

function cut(text: string): string {
  return text.length > maxValue ? `${text.slice(0, maxValue - 1)}…` : text
}
