import type { z } from 'zod'
import { nearestName } from '../nearestName.ts'
import { issueSentence } from '../input/issueSentence.ts'
import { unknownNamesSentence } from '../input/strictInput.ts'
import { schemaDef } from '../input/schemaDef.ts'

/** A mistake in a value: a sentence, and the part that it is about. */
export interface ValueIssue {
  path: (string | number)[]
  message: string
  part: 'value' | 'key'
  /** The word that was meant, where one is near. */
  nearest?: string | null
}

type Issue = z.core.$ZodIssue

/** Checks a value against a schema. Reports each unknown name with the nearest known one. Pure. */
export function issuesOf(schema: z.ZodType, value: unknown): ValueIssue[] {
  const read = schema.safeParse(value, { reportInput: true })
  return read.success ? [] : read.error.issues.flatMap((issue) => inWords(schema, issue, []))
}

function inWords(schema: z.core.$ZodType | undefined, issue: Issue, before: (string | number)[]): ValueIssue[] {
  const path = [...before, ...issue.path.filter((part) => typeof part !== 'symbol')]
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path)
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: unknownNamesSentence('field', [key], known),
      part: 'key',
      nearest: nearestName(key, known),
    }))
  }
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message, part: 'key' }]
  if (issue.code === 'invalid_union') {
    const errors: readonly Issue[][] = issue.errors
    const [closest] = errors.filter(saysMore).toSorted((a, b) => a.length - b.length)
    if (closest !== undefined) {
      const option = optionAt(schema, issue.path, errors.indexOf(closest))
      return closest.flatMap((each) => inWords(option, each, path))
    }
  }
  const name = path.at(-1)
  const isOwn = !/^Invalid (?:input|option)/.test(issue.message)
  const message = isOwn ? issue.message : issueSentence(name === undefined ? '' : String(name), issue.message)
  return [
    { path, message: /[.!?]$/.test(message) ? message : `${message}.`, part: 'value', nearest: nearestValue(issue) },
  ]
}

/** The nearest of the words that a value may be. */
function nearestValue(issue: Issue): string | null {
  const { input } = issue
  if (issue.code !== 'invalid_value' || typeof input !== 'string') return null
  return nearestName(
    input,
    issue.values.filter((value) => typeof value === 'string'),
  )
}

/** Whether the mistakes of an option of a union are within it, so that it is the one that was meant. */
function saysMore(issues: readonly Issue[]): boolean {
  return issues.length > 0 && issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')
}

function optionAt(
  schema: z.core.$ZodType | undefined,
  path: Issue['path'],
  place: number,
): z.core.$ZodType | undefined {
  const union = schemaAt(schema, path)
  const def = union === undefined ? undefined : schemaDef(union)
  return def?.type === 'union' ? def.options[place] : undefined
}

function keysAt(schema: z.core.$ZodType | undefined, path: Issue['path']): string[] {
  return shapesOf(schemaAt(schema, path)).flatMap((shape) => Object.keys(shape))
}

/** The fields of an object; of a union those of each of its objects. */
function shapesOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>>[] {
  const inner = unwrapped(schema)
  const def = inner === undefined ? undefined : schemaDef(inner)
  if (def?.type === 'union') return def.options.flatMap(shapesOf)
  return def?.type === 'object' ? [def.shape] : []
}

/** The schema of a part of a value, through optional and nullable ones. */
function schemaAt(schema: z.core.$ZodType | undefined, path: Issue['path']): z.core.$ZodType | undefined {
  let at = unwrapped(schema)
  for (const part of path) {
    const def = at === undefined ? undefined : schemaDef(at)
    const ofShape = shapesOf(at).find((shape) => String(part) in shape)?.[String(part)]
    at = unwrapped(ofShape ?? (def?.type === 'array' ? def.element : undefined))
  }
  return at
}

function unwrapped(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema
  for (let def = inner && schemaDef(inner); def !== undefined && 'innerType' in def; def = schemaDef(inner))
    inner = def.innerType
  return inner
}
