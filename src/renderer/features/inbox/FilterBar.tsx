import { Bookmark, Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { type DeliveryFilter, parseDeliveryFilter } from '../../../shared/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../shared/formatDeliveryFilter.ts'
import { acceptSuggestion, type Suggestion } from './filterSuggestions.ts'
import { chipsOf, withoutTerm } from '../../data/state/filterTerms.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { IconButton } from '../../ui/Button.tsx'
import { isComposing } from '../../ui/isComposing.ts'
import { inboxWords, savedFilterWords } from './words.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterInput } from './FilterInput.tsx'
import { SavedFilters } from './SavedFilters.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import { useCompletion } from './useCompletion.ts'
import { useFilterDraft } from './useFilterDraft.ts'
import { filterId, focusOn, listId } from './inboxParts.ts'
import './FilterBar.css'

/** The filter: keys as chips, words as typed, with completion and what was saved. The address keeps it. */
export function FilterBar() {
  const { navigation } = useApp()
  const routeText = useAppState((state) => state.route.filter)
  const filter = useMemo(() => parseDeliveryFilter(routeText, 0).filter, [routeText])
  const apply = (next: DeliveryFilter) => navigation.go({ filter: formatDeliveryFilter(next) }, true)
  const { draft, problem, remark, read, write, clear } = useFilterDraft(filter, routeText, apply)
  const completion = useCompletion(draft, problem === null)
  const [savedShown, setSavedShown] = useState(false)
  const base = useId()

  const type = (text: string) => {
    read(text, false)
    // What ends with a space is finished: the next thing that is typed asks for completions again.
    if (/\s$/.test(text)) completion.close()
    else completion.open()
  }
  const accept = (suggestion: Suggestion) => type(acceptSuggestion(draft, suggestion))
  const clearAll = () => {
    clear()
    completion.close()
    navigation.go({ filter: '' }, true)
    focusOn(filterId)
  }
  /** One step back with each press: out of what is open, out of the words that are typed, into the list. */
  const leave = () => {
    if (completion.shown && draft !== '') completion.close()
    else if (savedShown) setSavedShown(false)
    else if (draft !== '') read('', true)
    else if (!focusOn(listId)) clearAll()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    const last = chipsOf(filter).at(-1)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') completion.step(event.key === 'ArrowDown' ? 1 : -1)
    else if (isAccepting(event) && completion.chosen !== undefined) accept(completion.chosen)
    else if (event.key === 'Enter') {
      read(draft, true)
      completion.close()
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) apply(withoutTerm(filter, last))
    else if (event.key === 'ArrowLeft' && isAtStart(event.currentTarget)) focusLastChip(event.currentTarget)
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  return (
    <search className="filter-bar">
      <div className="filter-line">
        <Search className="filter-sign" aria-hidden="true" />
        <div className="filter-words">
          <FilterChips filter={filter} onChange={apply} onLeave={() => focusOn(filterId)} />
          <FilterInput
            base={base}
            draft={draft}
            wrong={problem !== null}
            alone={filter.terms.length === 0}
            completion={completion}
            onType={type}
            onCompose={write}
            onKeyDown={onKeyDown}
          />
        </div>
        {(draft !== '' || filter.terms.length > 0) && (
          <IconButton label={inboxWords.clearFilter} icon={<X />} onClick={clearAll} />
        )}
        <SavedButton shown={savedShown} onClick={() => setSavedShown(!savedShown)} />
        {completion.shown && (
          <SuggestionList base={base} suggestions={completion.list} chosen={completion.index} onAccept={accept} />
        )}
      </div>
      <p id={`${base}-problem`} className="filter-told" data-bad={problem !== null || undefined} aria-live="polite">
        {problem ?? remark}
      </p>
      {savedShown && <SavedFilters current={problem === null ? routeText : ''} onClose={() => setSavedShown(false)} />}
    </search>
  )
}

function SavedButton({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  return <IconButton label={savedFilterWords.open} icon={<Bookmark />} aria-expanded={shown} onClick={onClick} />
}

function focusLastChip({ parentElement }: HTMLInputElement) {
  parentElement?.querySelector<HTMLElement>('.filter-chip:last-child button')?.focus()
}

/** Enter, or Tab onwards. */
function isAccepting({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'Enter' || (key === 'Tab' && !shiftKey)
}

function isAtStart({ selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === 0
}
