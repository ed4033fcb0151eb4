import type { StoredAttempt } from '../engine/store/types.ts'
import { UsageProblem } from '../host/usageProblem.ts'
import { type DeliveryFilter, matchesDelivery, parseDeliveryFilter } from '../shared/deliveryFilter.ts'
import type { DeliverySummary } from '../shared/model.ts'
import { whyUnknownKey } from '../shared/unknownFilterKey.ts'
import { filterSentence } from '../shared/words/filters.ts'

/** What the app answered to a forwarded delivery. */
type Answered = Pick<StoredAttempt, 'status' | 'error' | 'timing'>

/** A condition over a delivery and, where it says so, over the app's answer to it. */
interface Expectation {
  /** As it was typed. */
  text: string
  filter: DeliveryFilter
  /** All must hold; before the app has answered none does. */
  answer: readonly ((answered: Answered) => boolean)[]
}

/** What `listen` waits for, and what must not come. */
export interface Assertions {
  until: Expectation | null
  never: Expectation | null
  /** So many deliveries must match `until`. */
  times: number
  /** ms from the first delivery; null: as long as it takes. */
  withinMs: number | null
  /** ms from the start; null: as long as it takes. */
  timeoutMs: number | null
}

export interface AssertionOptions {
  until?: string
  never?: string
  times?: number
  within?: number
  timeout?: number
}

const forms =
  'words such as verdict:valid type:Payment action:create id:ID status:done|failed is:late "some text", and for the answer of your app answer:2xx or answer:none and took:<1s, with - or ! before what must not be'

/** Reads the options. Throws UsageProblem. @param forwards whether deliveries go to an app at all */
export function readAssertions(options: AssertionOptions, forwards: boolean): Assertions {
  const until = options.until === undefined ? null : readExpectation('--until', options.until)
  const never = options.never === undefined ? null : readExpectation('--never', options.never)
  if (until === null && options.times !== undefined) throw new UsageProblem('--times needs --until EXPR beside it.')
  if (until === null && options.within !== undefined) throw new UsageProblem('--within needs --until EXPR beside it.')
  if (until === null && never === null && options.timeout !== undefined)
    throw new UsageProblem('--timeout needs --until EXPR or --never EXPR beside it.')
  const asksApp = [until, never].some((expectation) => (expectation?.answer.length ?? 0) > 0)
  if (asksApp && !forwards)
    throw new UsageProblem('answer: and took: are about your app’s answer, which needs --forward-to URL.')
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
  // The words of the filter keep their quotes; only whole words outside of them are about the answer.
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
  // As a word a slip would never match, and the command would wait for nothing.
  if (unknown !== undefined) throw wrong(filterSentence(whyUnknownKey(unknown)))
  if (filter.terms.length === 0 && answer.length === 0) throw wrong('That says nothing.')
  return { text, filter, answer }
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

/** How it ended: as wanted, too late for `--within`, or with what must not come. */
export type AssertionEnd = 'matched' | 'late' | 'forbidden'

export interface AssertionWatch {
  ended: Promise<AssertionEnd>
  /** A delivery came, or more is known of it. */
  saw(delivery: DeliverySummary): void
  /** The app answered it. */
  answered(attempt: Answered & { deliveryId: string }): void
  /** Ids of the deliveries that matched, and of the one that must not have come. */
  found(): { matched: readonly string[]; forbidden: string | null }
  stop(): void
}

/** So many deliveries are remembered for what comes after them. */
const mostRemembered = 20_000

/** Compares what comes with what is asserted. */
export function watchAssertions({ until, never, times, withinMs }: Assertions): AssertionWatch {
  const known = new Map<string, { delivery: DeliverySummary | null; answered: Answered | null }>()
  const matched = new Set<string>()
  let forbidden: string | null = null
  let timer: NodeJS.Timeout | undefined
  let end: (end: AssertionEnd) => void = () => undefined
  const ended = new Promise<AssertionEnd>((resolve) => {
    end = resolve
  })
  const look = (
    id: string,
    { delivery, answered }: { delivery: DeliverySummary | null; answered: Answered | null },
  ) => {
    if (delivery === null) return
    const holds = (expectation: Expectation | null) =>
      expectation !== null &&
      matchesDelivery(expectation.filter, delivery) &&
      (expectation.answer.length === 0 || (answered !== null && expectation.answer.every((each) => each(answered))))
    if (holds(never)) {
      forbidden ??= id
      end('forbidden')
    }
    if (!holds(until)) return
    matched.add(id)
    if (matched.size >= times) end('matched')
  }
  const change = (id: string, news: Partial<{ delivery: DeliverySummary; answered: Answered }>) => {
    const entry = { ...(known.get(id) ?? { delivery: null, answered: null }), ...news }
    known.set(id, entry)
    const [oldest] = known.keys()
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest)
    look(id, entry)
  }
  return {
    ended,
    saw: (delivery) => {
      if (withinMs !== null) timer ??= setTimeout(() => end('late'), withinMs)
      change(delivery.id, { delivery })
    },
    answered: (attempt) => change(attempt.deliveryId, { answered: attempt }),
    found: () => ({ matched: [...matched], forbidden }),
    stop: () => clearTimeout(timer),
  }
}
