import { runInNewContext } from 'node:vm'
import { explainDelivery } from '../../engine/actions/explainDelivery.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { valueAt } from '../../shared/json/jsonPointer.ts'
import { isVerified } from '../../shared/model.ts'
import { type Expectation, readDuration } from '../../shared/scenarios/scenarioFormat.ts'
import { durationWords } from '../../shared/words/durations.ts'
import type { ScenarioFailure } from '../../shared/wireTypes.ts'
import type { Exchange, RunContext } from './runContext.ts'
import { slashed } from '../../shared/basics/slashed.ts'
import { isExactNumber, parseComparable } from '../../shared/json/exactJson.ts'

type Failure = Omit<ScenarioFailure, 'proof'>

/** Compares an exchange with an expectation. Pure. */
export function failuresOf(expected: Expectation, exchange: Exchange, verdict: string | null): Failure[] {
  const { deliveryId, status, took, headers, body, problem } = exchange
  const failed = (what: string, wanted: string, came: string): Failure => failure(what, wanted, came, deliveryId)
  const ofAnswer = expected.status ?? expected.within ?? expected.body ?? expected.headers
  // Only a verdict can be expected of what was not answered.
  if ((ofAnswer !== undefined || expected.verdict === undefined) && status === null)
    return [
      {
        ...failed('status', String(expected.status ?? 'an answer'), 'no answer'),
        message: `No answer came. ${problem ?? ''}`.trim(),
      },
    ]
  const found: Failure[] = []
  if (expected.status !== undefined && !isStatus(expected.status, status ?? 0))
    found.push(failed('status', String(expected.status), String(status)))
  if (expected.verdict !== undefined && !expected.verdict.split('|').includes(verdict ?? ''))
    found.push(failed('verdict', expected.verdict, verdict ?? 'no delivery'))
  const limit = expected.within === undefined ? null : readDuration(expected.within)
  if (limit !== null && (took === null || took > limit))
    found.push(failed('time', `at most ${expected.within}`, took === null ? 'no time' : durationWords(took)))
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const values = headers.flatMap(([each, value]) => (each.toLowerCase() === name.toLowerCase() ? [value] : []))
    if (!values.some((value) => fits(wanted, value)))
      found.push(
        failed(`header ${name}`, shown(wanted), values.length === 0 ? 'none' : values.map(shown).join(' and ')),
      )
  }
  return [...found, ...differingPlaces('body', expected.body ?? {}, body, deliveryId)]
}

/** Compares places of a JSON text with what they should be. The empty pointer of another text is the text. Pure. */
export function differingPlaces(
  what: string,
  wanted: NonNullable<Expectation['body']>,
  text: string | null,
  deliveryId: string | null,
): ScenarioFailure[] {
  const json = comparableOf(text ?? '')
  return Object.entries(wanted).flatMap(([pointer, value]) => {
    const came = pointer === '' && json === undefined ? text : valueAt(json, pointer)
    return fits(value, came) ? [] : [failure(`${what} ${pointer}`.trim(), shown(value), shown(came), deliveryId)]
  })
}

function comparableOf(text: string): unknown {
  try {
    return parseComparable(text)
  } catch {
    return undefined
  }
}

/** Makes a failure with its sentence. */
export function failure(what: string, expected: string, came: string, deliveryId: string | null): ScenarioFailure {
  const message = `Expected ${what} ${expected}, but got ${came === '' ? 'nothing' : came}.`
  return { message, what, expected, came, deliveryId, proof: [] }
}

export function isStatus(wanted: string | number, status: number): boolean {
  return String(wanted)
    .split('|')
    .some((each) => each === String(status) || each === `${Math.floor(status / 100)}xx`)
}

/** `/text/` is a regular expression; everything else is compared as JSON. */
export function fits(wanted: unknown, value: unknown): boolean {
  const expression = typeof wanted === 'string' ? slashed(wanted) : null
  if (expression === null) return same(wanted, value)
  const text = typeof value === 'string' ? value : value === undefined || value === null ? null : JSON.stringify(value)
  try {
    // In a context of its own, because that can be given a time: an expression of a file may never end.
    const given = { ...expression, text }
    return (
      text !== null && runInNewContext('new RegExp(source, flags).test(text)', given, { timeout: maxMatchMs }) === true
    )
  } catch {
    return false
  }
}

/** Maximum time for a regular expression, ms. */
const maxMatchMs = 250

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isExactNumber(b)) return typeof a === 'number' && isNumber(a, JSON.stringify(b))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [names, others] = [Object.keys(a), Object.keys(b)]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === others.length &&
    names.every((name) => same((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]))
  )
}

/** Compares a number of a file with one of many digits: integers exactly, fractions as far as a double tells them apart. */
function isNumber(number: number, text: string): boolean {
  return /^-?\d+$/.test(text) && Number.isInteger(number) ? BigInt(text) === BigInt(number) : Number(text) === number
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** Whether a wrong signature can be the reason: a target that accepts what was to be refused has another fault. Pure. */
export function canBeSignature({ what, came }: Failure, isVerdictWanted: boolean): boolean {
  if (isVerdictWanted) return false
  return what === 'verdict' || (what === 'status' && /^[345]\d\d$/.test(came))
}

/** Adds to failures why the signature of their delivery is wrong, where it is and `isAsked` says that it matters. */
export async function withProof(
  { tools, stage, signal }: RunContext,
  failures: Failure[],
  isAsked: (failure: Failure) => boolean = () => true,
): Promise<ScenarioFailure[]> {
  const proofs = new Map<string, string[]>()
  const added: ScenarioFailure[] = []
  for (const failure of failures) {
    const id = failure.deliveryId
    const delivery = id === null ? undefined : stage.watch.delivery(id)
    const isWrong = delivery !== undefined && !isVerified(delivery.verdict) && isAsked(failure)
    if (id !== null && isWrong && !proofs.has(id)) proofs.set(id, await proofOf(tools.engine, id, signal))
    added.push({ ...failure, proof: (id !== null && isWrong && proofs.get(id)) || [] })
  }
  return added
}

async function proofOf(engine: Engine, id: string, signal: AbortSignal): Promise<string[]> {
  try {
    const { findings } = await explainDelivery(engine, { id, first: true }, signal)
    const [first] = findings
    return first === undefined ? [] : [first.title, first.recipe, first.advice]
  } catch {
    return []
  }
}
