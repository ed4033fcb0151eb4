import type { StoredAttempt } from '../../../engine/store/records/attempts.ts'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import {
  type DeliveryFilter,
  matchesFields,
  needsContent,
  parseDeliveryFilter,
} from '../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliverySummary } from '../../../shared/model.ts'
import type { HasWords } from '../../connect/watchMatching.ts'
import { unknownKeyReason } from '../../../shared/filter/unknownFilterKey.ts'
import { filterSentence } from '../../../shared/words/filters.ts'

/** The app's answer to a forwarded delivery. */
type Answered = Pick<StoredAttempt, 'status' | 'error' | 'timing'>

/** A condition over a delivery, and over the app's answer to it where `answer:` or `took:` is used. */
interface Expectation {
  /** As it was typed. */
  text: string
  filter: DeliveryFilter
  /** The terms about words and fields, as a filter; empty without any. Only the engine can match them. */
  words: string
  /** All must hold. None holds until the app has answered. */
  answer: readonly ((answered: Answered) => boolean)[]
}

/** The assertions of `listen`. */
export interface Assertions {
  /** Each must match, in any order. */
  until: readonly Expectation[]
  never: readonly Expectation[]
  /** Deliveries that must match each of `until`. */
  times: number
  /** ms from the first delivery; null: no limit. */
  withinMs: number | null
  /** ms from the start; null: no limit. */
  timeoutMs: number | null
}

export interface AssertionOptions {
  until?: string[]
  never?: string[]
  times?: number
  within?: number
  timeout?: number
}

const forms =
  'words such as verdict:valid type:Payment action:create id:ID status:done|failed is:late "some text", and for the answer of your app answer:2xx or answer:none and took:<1s, with - or ! before what must not be'

/** Reads the options. Throws UsageProblem. @param forwards whether deliveries go to an app at all */
export function readAssertions(options: AssertionOptions, forwards: boolean): Assertions {
  const until = (options.until ?? []).map((text) => readExpectation('--until', text))
  const never = (options.never ?? []).map((text) => readExpectation('--never', text))
  const needsUntil = until.length === 0 ? (['times', 'within'] as const) : []
  for (const option of needsUntil)
    if (options[option] !== undefined) throw new UsageProblem(`--${option} needs --until EXPR.`)
  if (until.length === 0 && never.length === 0 && options.timeout !== undefined)
    throw new UsageProblem('--timeout needs --until EXPR or --never EXPR.')
  const asksApp = [...until, ...never].some(({ answer }) => answer.length > 0)
  if (asksApp && !forwards)
    throw new UsageProblem('answer: and took: are about your app’s answer, which needs --to URL.')
  return {
    until,
    never,
    times: options.times ?? 1,
    withinMs: options.within ?? null,
    timeoutMs: options.timeout ?? null,
  }
}

const answerTerm = /^([-!]?)(answer|took):(.*)$/i

function readExpectation(option: string, text: string): Expectation {
  const wrong = (why: string) => new UsageProblem(`${option} is "${text}". ${why} It takes ${forms}.`)
  const answer: Expectation['answer'][number][] = []
  // Quoted words belong to the filter; the answer terms are unquoted words.
  const rest = (text.match(/"[^"]*"?|(?:[^\s"]|"[^"]*"?)+/g) ?? []).filter((word) => {
    const [, sign, key = '', value = ''] = answerTerm.exec(word) ?? []
    if (sign === undefined) return true
    const holds = key.toLowerCase() === 'answer' ? answerHolds(value) : tookHolds(value)
    if (holds === null)
      throw wrong(
        key.toLowerCase() === 'answer'
          ? `"answer:${value}" is no status: 2xx, 204, 200|202 or none.`
          : `"took:${value}" is no length of time: <1s or >500ms.`,
      )
    answer.push(sign === '' ? holds : (answered) => !holds(answered))
    return false
  })
  const { filter, problem, unknownKeys } = parseDeliveryFilter(rest.join(' '), Date.now())
  if (problem !== null) throw wrong(filterSentence(problem))
  const [unknown] = unknownKeys
  // A mistyped key would be searched as a word and never match.
  if (unknown !== undefined) throw wrong(filterSentence(unknownKeyReason(unknown)))
  if (filter.terms.length === 0 && answer.length === 0) throw wrong('It is empty.')
  const words = formatDeliveryFilter({ terms: filter.terms.filter(needsContent) })
  return { text, filter, words, answer }
}

function answerHolds(text: string): ((answered: Answered) => boolean) | null {
  const values = text.toLowerCase().split('|')
  if (!values.every((value) => /^(?:[1-5]xx|[1-5]\d\d|none)$/.test(value))) return null
  return ({ status, error }) => {
    const came = error !== null || status === null ? 'none' : String(status)
    return values.some((value) => value === came || (value.endsWith('xx') && came.startsWith(value.slice(0, 1))))
  }
}

const unitMs = { ms: 1, s: 1000, m: 60_000 } as const

function tookHolds(text: string): ((answered: Answered) => boolean) | null {
  const [, sign, digits, unit] = /^([<>])(\d{1,9})(ms|s|m)$/.exec(text) ?? []
  if (sign === undefined) return null
  const limit = Number(digits) * unitMs[unit as keyof typeof unitMs]
  return ({ timing: { total } }) => total !== null && (sign === '<' ? total < limit : total > limit)
}

/** `matched`: each `--until` did; `late`: not within `--within`; `forbidden`: a `--never` matched. */
export type AssertionEnd = 'matched' | 'late' | 'forbidden'

/** Which deliveries matched. */
export interface Found {
  /** The deliveries that matched each `until`. */
  until: readonly ReadonlySet<string>[]
  /** The first delivery that matched each `never`. */
  never: readonly (string | null)[]
}

export interface AssertionWatch {
  /** Rejects if the engine fails to match a delivery. */
  ended: Promise<AssertionEnd>
  /** Takes a new delivery, or a newer state of it. */
  saw(delivery: DeliverySummary): void
  /** Takes the app's answer to a delivery. */
  answered(attempt: Answered & { deliveryId: string }): void
  /** Stops taking events, and resolves when earlier ones are matched. Rejects as `ended` does. */
  close(): Promise<Found>
}

/** A delivery with the app's answer, null while unknown. */
interface Remembered {
  delivery: DeliverySummary | null
  answered: Answered | null
  /** Results of `hasWords` by words. */
  words: Map<string, boolean>
}

/** Maximum deliveries that are kept for later events. */
const maxRemembered = 20_000

/** Matches deliveries with the assertions, in order. */
export function watchAssertions({ until, never, times, withinMs }: Assertions, hasWords: HasWords): AssertionWatch {
  const known = new Map<string, Remembered>()
  const matched = until.map(() => new Set<string>())
  const forbidden = never.map((): string | null => null)
  const { promise: ended, resolve, reject } = Promise.withResolvers<AssertionEnd>()
  // The caller may await it late, or never.
  ended.catch(() => undefined)
  let isOver = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let queue = Promise.resolve()
  const end = (how: AssertionEnd) => {
    isOver = true
    resolve(how)
  }
  const next = (work: () => Promise<void> | void) => {
    if (isClosed) return
    queue = queue.then(async () => (isOver ? undefined : work()))
    queue.catch(reject)
  }
  const holds = async (
    { filter, words, answer }: Expectation,
    id: string,
    { delivery, answered, ...of }: Remembered,
  ) => {
    if (delivery === null || !matchesFields(filter, delivery)) return false
    if (answer.length > 0 && (answered === null || !answer.every((each) => each(answered)))) return false
    if (words === '') return true
    const has = of.words.get(words) ?? (await hasWords(words, id))
    of.words.set(words, has)
    return has
  }
  const look = async (id: string, of: Remembered) => {
    for (const [place, expectation] of never.entries())
      if (forbidden[place] === null && (await holds(expectation, id, of))) forbidden[place] = id
    for (const [place, expectation] of until.entries()) if (await holds(expectation, id, of)) matched[place]?.add(id)
    if (forbidden.some((found) => found !== null)) end('forbidden')
    else if (until.length > 0 && matched.every(({ size }) => size >= times)) end('matched')
  }
  const change = (id: string, update: Partial<Pick<Remembered, 'delivery' | 'answered'>>) => {
    next(async () => {
      const of = { ...(known.get(id) ?? { delivery: null, answered: null, words: new Map() }), ...update }
      known.set(id, of)
      const [oldest] = known.keys()
      if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest)
      await look(id, of)
    })
  }
  return {
    ended,
    saw: (delivery) => {
      if (withinMs !== null) timer ??= setTimeout(() => next(() => end('late')), withinMs).unref()
      change(delivery.id, { delivery })
    },
    answered: (attempt) => change(attempt.deliveryId, { answered: attempt }),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await queue
      return { until: matched, never: forbidden }
    },
  }
}
