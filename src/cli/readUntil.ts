import { type DeliveryFilter, parseDeliveryFilter } from '../shared/deliveryFilter.ts'
import { whyUnknownKey } from '../shared/unknownFilterKey.ts'
import { filterSentence } from '../shared/words/filters.ts'
import { UsageProblem } from '../host/usageProblem.ts'

/** What `listen` waits for. */
export interface Until {
  /** As it was typed. */
  text: string
  filter: DeliveryFilter
  /** ms; null: as long as it takes. */
  timeoutMs: number | null
}

const forms = `words such as verdict:valid type:Payment action:create id:ID status:done|failed is:late "some text", with - or ! before what must not be`

/** Reads `--until` and `--timeout`; null when neither was given. Throws UsageProblem. */
export function readUntil(text: string | undefined, timeoutMs: number | undefined): Until | null {
  if (text === undefined) {
    if (timeoutMs !== undefined) throw new UsageProblem('--timeout needs --until EXPR beside it.')
    return null
  }
  const { filter, problem, unknownKeys } = parseDeliveryFilter(text, Date.now())
  const wrong = (why: string) => new UsageProblem(`--until is "${text}". ${why} It takes ${forms}.`)
  if (problem !== null) throw wrong(filterSentence(problem))
  const [unknown] = unknownKeys
  // As a word a slip would never match, and the command would wait for nothing.
  if (unknown !== undefined) throw wrong(filterSentence(whyUnknownKey(unknown)))
  if (filter.terms.length === 0) throw wrong('That says nothing.')
  return { text, filter, timeoutMs: timeoutMs ?? null }
}
