import type { AnswerRemark } from '../../../shared/codes/responses.ts'
import type { DeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'
import type { AnswerRecord, CapturedRequest } from '../../../shared/model.ts'
import { answerFactsOf, type AnswerFacts, subPathOf } from './answerFacts.ts'
import { type Filled, fillTemplate } from './template.ts'
import type { PreparedRule } from './prepareRules.ts'

/** How often a rule was met since it was switched on. */
export interface RuleCount {
  matched: number
  answered: number
}

export interface DecideInput {
  /** Enabled rules, in order. */
  rules: readonly PreparedRule[]
  counts: ReadonlyMap<string, RuleCount>
  request: CapturedRequest
  /** Whether the receiver path is open for the request's method. */
  methodIsOpen: boolean
  /** Milliseconds since the epoch. */
  now: number
  /** Whether what the request says fits a filter; asked only by rules that have one. */
  fits(filter: DeliveryFilter): boolean
}

/** The bytes of an answer, once the id of the delivery is known. */
export interface DecidedAnswer {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
  delayMs: number
  reset: 'before' | 'middle' | null
  truncateAt: number | null
}

export interface AnswerDecision {
  /** For what is kept: the id of the delivery is not known yet. */
  record: AnswerRecord
  /** Null: the rule could not answer, so the ordinary answer goes out. */
  answer: ((deliveryId: string) => DecidedAnswer) | null
}

/** Maximum characters of the body in the record. */
const keptBody = 2000
/** In place of the delivery's id in what is kept. */
const ownId = '(id)'
const longest = { header: 8192, body: 1_048_576 }

/**
 * Finds the first rule that answers a request, and its answer. Pure; never throws.
 * @returns `decision`: null if no rule answers; `counts`: null if they did not change
 */
export function decideAnswer(input: DecideInput): {
  decision: AnswerDecision | null
  counts: ReadonlyMap<string, RuleCount> | null
} {
  let counts: Map<string, RuleCount> | null = null
  for (const prepared of input.rules) {
    if (!meets(prepared, input)) continue
    const { id } = prepared.rule
    const before = input.counts.get(id) ?? { matched: 0, answered: 0 }
    const nth = before.matched + 1
    counts ??= new Map(input.counts)
    const isPicked = isInTurn(prepared, nth) && isByChance(prepared, nth)
    counts.set(id, { matched: nth, answered: before.answered + (isPicked ? 1 : 0) })
    if (isPicked) return { decision: answerOf(prepared, input, nth), counts }
  }
  return { decision: null, counts }
}

function meets({ rule, filter, until }: PreparedRule, input: DecideInput): boolean {
  const { method, path } = rule.when
  const { request, now } = input
  if (now >= until) return false
  if (method === undefined ? !input.methodIsOpen : method !== request.method) return false
  if (path !== undefined && !matchesPath(path, subPathOf(request.target))) return false
  return filter === null || input.fits(filter)
}

/** Whether a path fits a pattern, in which `*` is any number of any characters. Takes linear time. */
export function matchesPath(pattern: string, path: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return path === pattern
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}

/** `every` counts from `from`: the third, the sixth and so on where it is 3. */
function isInTurn({ rule: { when } }: PreparedRule, nth: number): boolean {
  const { from = 1, to = Infinity, every = 1 } = when.nth ?? {}
  return nth >= from && nth <= to && (nth - from + 1) % every === 0
}

function isByChance({ rule: { when } }: PreparedRule, nth: number): boolean {
  return when.chance === undefined || drawAt(when.chance.seed, nth) < when.chance.of
}

/** The n-th draw of a seed, from 0 to 1: the same in every run (splitmix32). */
export function drawAt(seed: number, nth: number): number {
  let mixed = (Math.imul(seed | 0, 0x85eb_ca6b) ^ Math.imul(nth, 0x9e37_79b9)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
}

function answerOf(prepared: PreparedRule, { request, now }: DecideInput, nth: number): AnswerDecision {
  const { rule } = prepared
  const facts = answerFactsOf(request, nth, now)
  const filled = fillAll(prepared, facts)
  if ('failed' in filled) return refused(prepared, nth, filled.failed)
  const { status, delayMs = 0, truncateAt = null, reset = null } = rule.answer
  const make = (id: string) => ({
    status,
    headers: filled.headers.map(({ name, value }): [string, string] => [name, value(id)]),
    body: Buffer.from(filled.body(id), 'utf8'),
  })
  const { headers, body } = make(ownId)
  const remarks: AnswerRemark[] = []
  const isCut = truncateAt !== null && truncateAt < body.length
  if (truncateAt !== null && !isCut) {
    const fields = { ruleId: rule.id, name: rule.name, size: body.length, truncateAt }
    remarks.push({ code: 'truncated-nothing', fields })
  }
  const how = { delayMs, reset, truncateAt: isCut ? truncateAt : null }
  return {
    record: {
      by: { kind: 'response-rule', ruleId: rule.id, name: rule.name },
      nth,
      status,
      headers,
      body: body.toString('utf8').slice(0, keptBody),
      bodySize: body.length,
      ...how,
      remarks,
    },
    answer: (id) => ({ ...make(id), ...how }),
  }
}

type Text = (deliveryId: string) => string

function fillAll(
  { rule, headers, body }: PreparedRule,
  facts: AnswerFacts,
): { headers: { name: string; value: Text }[]; body: Text } | { failed: AnswerRemark } {
  const named = { ruleId: rule.id, name: rule.name }
  const values: { name: string; value: Text }[] = []
  let fromRequest = false
  for (const { name, value } of headers) {
    const filled = fillTemplate(value, facts, { form: 'header', maxLength: longest.header })
    if ('failed' in filled) return { failed: remarkOn(filled, { ...named, part: name }, longest.header) }
    values.push({ name, value: filled.text })
  }
  const text = fillTemplate(body.template, facts, { form: body.form, maxLength: longest.body })
  if ('failed' in text) return { failed: remarkOn(text, { ...named, part: 'body' }, longest.body) }
  fromRequest ||= text.fromRequest
  // Content taken from the request must never be sniffed as a page.
  const isGuarded = values.some(({ name }) => name.toLowerCase() === 'x-content-type-options')
  if (fromRequest && !isGuarded) values.push({ name: 'X-Content-Type-Options', value: () => 'nosniff' })
  return { headers: values, body: text.text }
}

function remarkOn(
  filled: Extract<Filled, { failed: string }>,
  where: { ruleId: string; name: string; part: string },
  maxLength: number,
): AnswerRemark {
  return filled.failed === 'template-too-long'
    ? { code: filled.failed, fields: { ...where, longest: maxLength } }
    : { code: filled.failed, fields: { ...where, place: filled.place } }
}

/** The rule matched and cannot answer: the ordinary answer goes out, and the delivery says why. */
function refused({ rule }: PreparedRule, nth: number, why: AnswerRemark): AnswerDecision {
  const { status } = rule.answer
  return {
    record: {
      by: null,
      nth,
      status,
      headers: [],
      body: '',
      bodySize: 0,
      delayMs: 0,
      reset: null,
      truncateAt: null,
      remarks: [why],
    },
    answer: null,
  }
}
