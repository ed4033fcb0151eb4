import { useEffect, useMemo, useState } from 'react'
import { useSettled } from '../../ui/useSettled.ts'
import type { Found } from '../../bytes/findBytes.ts'
import { type Marks, noMarks } from '../../bytes/marks.ts'
import type { BodyReader } from '../../bytes/startBodyReader.ts'

export interface Search {
  wanted: string
  /** What was found, or null while the search runs or nothing is searched for. */
  found: Found | null
  busy: boolean
  marks: Marks
  type(wanted: string): void
  /** Goes to another match, around the ends. */
  step(by: number): void
}

/** Typing settles for so long before a search starts, ms. */
const calmMs = 120

/** Searches a body while a person types. @param exact in the bytes as they came, where they are shown recoded */
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
