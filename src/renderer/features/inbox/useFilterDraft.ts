import { useEffect, useRef, useState } from 'react'
import { type DeliveryFilter, parseDeliveryFilter } from '../../../shared/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../shared/formatDeliveryFilter.ts'
import { describeUnknownKey } from '../../../shared/unknownFilterKey.ts'
import { readDraft } from './filterDraft.ts'
import { wordsIn } from '../../data/state/filterTerms.ts'
import { filterWords } from './words.ts'

/** Words wait this long for the next letter before they are searched, ms. */
const typingPauseMs = 250

/**
 * The text in the filter's field. It follows the address when that changes from elsewhere, such as a click on a seal.
 * @param filter what the address says
 */
export function useFilterDraft(filter: DeliveryFilter, routeText: string, apply: (filter: DeliveryFilter) => void) {
  const [draft, setDraft] = useState(() => wordsIn(filter))
  const [told, setTold] = useState(() => toldOf(routeText))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef(routeText)
  useEffect(() => {
    if (applied.current === routeText) return
    applied.current = routeText
    clearTimeout(timer.current)
    setDraft(wordsIn(filter))
    setTold(toldOf(routeText))
  }, [routeText, filter])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Takes in what is complete; `whole`: all of it, because Enter was pressed. */
  const read = (text: string, whole: boolean) => {
    clearTimeout(timer.current)
    setDraft(text)
    const result = readDraft(filter, text, whole, Date.now())
    setTold({ problem: result.problem, remark: remarkOn(result.unknownKeys) })
    if (result.problem !== null) return
    if (result.rest !== text) setDraft(result.rest)
    const commit = () => {
      const next = formatDeliveryFilter(result.filter)
      applied.current = next
      apply(result.filter)
    }
    if (whole || result.rest !== text) commit()
    else timer.current = setTimeout(commit, typingPauseMs)
  }
  /** Shows what an input method is composing. It is read once it is composed: until then, to change it would break it. */
  const write = (text: string) => {
    clearTimeout(timer.current)
    setDraft(text)
  }
  const clear = () => {
    clearTimeout(timer.current)
    setDraft('')
    setTold({ problem: null, remark: null })
  }
  return { draft, ...told, read, write, clear }
}

/** What there is to say of a filter: it cannot be understood, or may not mean what it says. */
interface Told {
  problem: string | null
  remark: string | null
}

function toldOf(text: string): Told {
  // Only the words matter here: of moments nothing is said but that they are none.
  const { problem, unknownKeys } = parseDeliveryFilter(text, 0)
  return { problem, remark: remarkOn(unknownKeys) }
}

function remarkOn(unknownKeys: readonly string[]): string | null {
  const [name] = unknownKeys
  return name === undefined ? null : filterWords.unknownKey(name, describeUnknownKey(name).fields.nearest)
}
