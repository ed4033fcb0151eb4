import { tip, IconButton } from '../../../ui/basics/Button.tsx'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState, createContext, type ReactNode, use } from 'react'
import { isComposing } from '../../../ui/hooks/typing.ts'
import { bodyWords as words } from './words.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Body.module.css'
import { useSettled } from '../../../ui/hooks/changes.ts'
import type { Found } from '../../../bytes/utf8.ts'
import { type Marks, noMarks } from '../../../bytes/marks.ts'
import type { BodyReader } from '../../../bytes/startBodyReader.ts'
import { createPortal } from 'react-dom'

/** A field to search in the body, with how many matches there are and the ways between them. */
export function SearchBar({ search, onLeave }: { search: Search; onLeave: () => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  const leave = () => {
    search.type('')
    onLeave()
  }
  const some = (search.found?.places.length ?? 0) > 0
  return (
    <search className={styles.searchField}>
      <input
        type="search"
        data-part="input"
        className={fieldStyles.input}
        aria-label={words.search}
        placeholder={words.searchHint}
        {...tip(words.searchTitle)}
        spellCheck={false}
        autoComplete="off"
        maxLength={1000}
        value={search.wanted}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={`${styles.searchCount} numbers`} title={describe(search)}>
        {describe(search)}
      </output>
      {search.wanted !== '' && (
        <>
          <IconButton icon={<ChevronUp />} label={words.previous} disabled={!some} onClick={() => search.step(-1)} />
          <IconButton icon={<ChevronDown />} label={words.next} disabled={!some} onClick={() => search.step(1)} />
          <IconButton icon={<X />} label={words.leaveSearch} onClick={leave} />
        </>
      )}
    </search>
  )
}

function describe({ wanted, found, marks }: Search): string {
  if (wanted === '') return ''
  if (found === null) return words.searching
  if (found.problem === 'hex') return words.wrongHex
  const count = found.places.length / 2
  return count === 0 ? words.noMatch : words.match(marks.current + 1, count, found.more)
}

interface Search {
  wanted: string
  /** The matches, or null while the search runs or nothing is searched for. */
  found: Found | null
  busy: boolean
  marks: Marks
  type(wanted: string): void
  /** Goes to another match, around the ends. */
  step(by: number): void
}

/** Pause in typing before a search starts, ms. */
const calmMs = 120

/** Searches a body while the user types. @param exact in the bytes as they came, where they are shown recoded */
export function useSearch(reader: BodyReader, exact: boolean): Search {
  const [wanted, setWanted] = useState('')
  const settled = useSettled(wanted, calmMs)
  const [result, setResult] = useState<{ found: Found; of: string; exact: boolean } | null>(null)
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (settled === '') return
    let stopped = false
    void reader.find(settled, exact).then((found) => {
      if (stopped) return
      setResult({ found, of: settled, exact })
      setCurrent(0)
    })
    return () => {
      stopped = true
    }
  }, [reader, settled, exact])
  const found = result !== null && wanted !== '' && result.of === wanted && result.exact === exact ? result.found : null
  const marks = useMemo(() => (found === null ? noMarks : { places: found.places, current }), [found, current])
  const count = (found?.places.length ?? 0) / 2
  return {
    wanted,
    found,
    busy: wanted !== '' && found === null,
    marks,
    type: setWanted,
    step: (by) => {
      if (count > 0) setCurrent((current) => (current + by + count) % count)
    },
  }
}

/** The place in the bar that the view in sight may use for its own controls. */
export const BarSlotContext = createContext<HTMLElement | null>(null)

/** Puts controls of a view into the bar above it. */
export function BarSlot({ children }: { children: ReactNode }) {
  const slot = use(BarSlotContext)
  return slot && createPortal(children, slot)
}
