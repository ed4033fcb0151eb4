import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Filter, formatFilter, isFiltered, noFilter, parseFilter } from '../state/filter.ts'
import { acceptSuggestion, readDraft, seenValues, type Suggestion, suggestionsFor } from '../state/filterDraft.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { IconButton } from '../ui/Button.tsx'
import { FilterChips } from './FilterChips.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import { filterId, listId } from './useInboxKeys.ts'
import './FilterBar.css'

/** Words wait this long for the next letter before they are searched, ms. */
const typingPauseMs = 250

/** The filter: fields as chips, words as typed, with completion. The address keeps it. */
export function FilterBar() {
  const { navigation } = useApp()
  const routeText = useAppState((state) => state.route.filter)
  const filter = useMemo(() => parseFilter(routeText).filter, [routeText])
  const { draft, setDraft, problem, read } = useDraft(filter, routeText, (next) =>
    navigation.go({ filter: formatFilter(next) }, true),
  )
  const completion = useCompletion(draft)
  const base = useId()

  const type = (text: string) => {
    setDraft(text)
    read(text, false)
    completion.open()
  }
  const accept = (suggestion: Suggestion) => type(acceptSuggestion(draft, suggestion))
  const clear = () => {
    setDraft('')
    completion.close()
    navigation.go({ filter: '' }, true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') completion.step(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && completion.chosen !== undefined) accept(completion.chosen)
    else if (event.key === 'Enter') {
      read(draft, true)
      completion.close()
    } else if (event.key === 'Backspace' && draft === '')
      navigation.go({ filter: formatFilter(withoutLast(filter)) }, true)
    else if (event.key === 'Escape' && completion.shown && draft !== '') completion.close()
    else if (event.key === 'Escape' && draft !== '') clear()
    else if (event.key === 'Escape') document.querySelector<HTMLElement>(`#${listId}`)?.focus()
    else return
    if (event.key !== 'Backspace') event.preventDefault()
  }
  return (
    <search className="filter-bar">
      <div className="filter-line">
        <Search className="filter-sign" aria-hidden="true" />
        <FilterChips filter={filter} onChange={(next) => navigation.go({ filter: formatFilter(next) }, true)} />
        <input
          id={filterId}
          className="filter-input"
          type="text"
          role="combobox"
          aria-label="Filter deliveries"
          aria-expanded={completion.shown}
          aria-controls={`${base}-list`}
          aria-autocomplete="list"
          aria-activedescendant={completion.chosen === undefined ? undefined : `${base}-${completion.index}`}
          aria-describedby={`${base}-problem`}
          aria-invalid={problem !== null}
          placeholder={isFiltered(filter) ? '' : 'Filter by words, verdict: type: action:'}
          spellCheck={false}
          autoComplete="off"
          value={draft}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onClick={completion.open}
          onBlur={completion.close}
        />
        {(draft !== '' || isFiltered(filter)) && <IconButton label="Clear the filter" icon={<X />} onClick={clear} />}
      </div>
      {completion.shown && (
        <SuggestionList base={base} suggestions={completion.list} chosen={completion.index} onAccept={accept} />
      )}
      <p id={`${base}-problem`} className="filter-problem" aria-live="polite">
        {problem}
      </p>
    </search>
  )
}

function withoutLast(filter: Filter): Filter {
  if (filter.action !== null) return { ...filter, action: null }
  if (filter.resourceType !== null) return { ...filter, resourceType: null }
  return filter.verdict === null ? noFilter : { ...filter, verdict: null }
}

/** The text in the field. It follows the address when that changes from elsewhere, such as a click on a seal. */
function useDraft(filter: Filter, routeText: string, apply: (filter: Filter) => void) {
  const [draft, setDraft] = useState(filter.q)
  const [problem, setProblem] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef(routeText)
  useEffect(() => {
    if (applied.current === routeText) return
    applied.current = routeText
    setDraft(filter.q)
    setProblem(parseFilter(routeText).problem)
  }, [routeText, filter.q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const read = (text: string, whole: boolean) => {
    clearTimeout(timer.current)
    const result = readDraft(filter, text, whole)
    setProblem(result.problem)
    if (result.problem !== null) return
    if (result.rest !== text) setDraft(result.rest)
    const commit = () => {
      applied.current = formatFilter(result.filter)
      apply(result.filter)
    }
    if (whole || result.rest !== text) commit()
    else timer.current = setTimeout(commit, typingPauseMs)
  }
  return { draft, setDraft, problem, read }
}

/** Which completions are offered, and which of them the arrow keys have reached. */
function useCompletion(draft: string) {
  const items = useAppState((state) => state.feed.window)
  const [wanted, setWanted] = useState(false)
  const [index, setIndex] = useState(-1)
  const list = useMemo(() => (wanted ? suggestionsFor(draft, seenValues(items)) : []), [wanted, draft, items])
  return {
    list,
    index,
    shown: list.length > 0,
    chosen: list[index],
    open: () => {
      setWanted(true)
      setIndex(-1)
    },
    close: () => setWanted(false),
    step: (by: number) => {
      setWanted(true)
      setIndex((now) => Math.min(list.length - 1, Math.max(-1, now + by)))
    },
  }
}
