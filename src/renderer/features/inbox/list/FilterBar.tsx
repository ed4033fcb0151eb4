import { skipToken, useQuery } from '@tanstack/react-query'
import { Bookmark, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import {
  type DeliveryFilter,
  parseDeliveryFilter,
  type FilterTerm,
  foldCase,
} from '../../../../shared/filter/deliveryFilter.ts'
import { type FieldTest, formatPlace } from '../../../../shared/filter/fieldTerm.ts'
import { formatDeliveryFilter, formatTerm } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type * as FilterParts from './FilterParts.tsx'
import { acceptSuggestion, asksForField, type Suggestion, useFilterDraft } from './filterDraft.ts'
import type { AppState } from '../../../data/state/appStore.ts'
import { chipsOf, withoutTerm, turned } from '../../../data/state/filterTerms.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { IconButton, tip } from '../../../ui/basics/Button.tsx'
import { SuggestField } from '../../../ui/fields/Field.tsx'
import { filterWords, inboxWords, momentWords } from './words.ts'
import { filterId, focusOn, listId } from './inboxActions.ts'
import { lazily } from '../../../ui/notes/Notes.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './InboxScreen.module.css'
import { verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { verdictNames } from '../../../text/verdictWords.ts'

const loadParts = async () => import('./FilterParts.tsx')
/** The code that completes arrives before the first key asks for it. */
const loadEarly = () => void loadParts().catch(() => undefined)

export const SavedFilters = lazily(
  inboxWords.partSaved,
  async () => (await loadParts()).SavedFilters,
  () => null,
)

/** The filter: keys as chips, words as typed, with completion and what was saved. The address keeps it. */
export function FilterBar() {
  const { navigation } = useApp()
  const routeText = useAppState((state) => state.route.filter)
  const filter = useMemo(() => parseDeliveryFilter(routeText, 0).filter, [routeText])
  const apply = (next: DeliveryFilter) => navigation.go({ filter: formatDeliveryFilter(next) }, true)
  const { draft, problem, remark, read, clear } = useFilterDraft(filter, routeText, apply)
  const completion = useCompletion(draft, problem === null)
  const [savedShown, setSavedShown] = useState(false)
  const firstHit = useFirstHit()
  const noteId = useId()
  const [line, setLine] = useState<HTMLElement | null>(null)

  const type = (text: string) => {
    read(text, false)
    // A trailing space finishes a term: the next letter opens completions again.
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
  const onKey = (event: KeyboardEvent<HTMLInputElement>, highlighted: Suggestion | undefined): boolean => {
    firstHit.cancel()
    const last = chipsOf(filter).at(-1)
    if (isAccepting(event) && completion.shown && highlighted !== undefined) accept(highlighted)
    else if (event.key === 'Enter') {
      if (read(draft, true)) firstHit.go()
      completion.close()
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) apply(withoutTerm(filter, last))
    else if (event.key === 'ArrowLeft' && isAtStart(event.currentTarget)) focusLastChip(event.currentTarget)
    else if (event.key === 'Escape') leave()
    else return false
    return true
  }
  return (
    <search className={styles.filterBar} onFocus={loadEarly}>
      <div ref={setLine} className={styles.filterLine}>
        <Search className={fieldStyles.filterSign} aria-hidden="true" />
        <div className={styles.filterWords}>
          <FilterChips filter={filter} onChange={apply} onLeave={() => focusOn(filterId)} />
          <SuggestField
            id={filterId}
            data-part="filter-input"
            className={fieldStyles.filterInput}
            aria-label={filterWords.field}
            aria-describedby={noteId}
            aria-invalid={problem !== null}
            placeholder={filter.terms.length === 0 ? filterWords.placeholder : ''}
            value={draft}
            onType={type}
            suggestions={completion.list}
            keyOf={({ insert }) => insert}
            open={completion.shown}
            onOpenChange={(next) => (next ? completion.open() : completion.close())}
            listLabel={filterWords.completions}
            onTake={accept}
            onKey={onKey}
            anchor={line}
          >
            {suggestionContent}
          </SuggestField>
        </div>
        {(draft !== '' || filter.terms.length > 0) && (
          <IconButton label={inboxWords.clearFilter} icon={<X />} onClick={clearAll} />
        )}
        <SavedButton shown={savedShown} onClick={() => setSavedShown(!savedShown)} />
      </div>
      <Feedback id={noteId} problem={problem} remark={remark} />
      {savedShown && <SavedFilters current={problem === null ? routeText : ''} onClose={() => setSavedShown(false)} />}
    </search>
  )
}

/** Goes from the field to the first row of the list as soon as the search has listed one. */
function useFirstHit() {
  const { navigation, store } = useApp()
  const awaited = useRef(false)
  const isListed = useAppState((state) => isSearched(state) && state.inbox.items.length > 0)
  const isEmpty = useAppState((state) => isSearched(state) && state.inbox.items.length === 0)
  useEffect(() => {
    if (!awaited.current || !(isListed || isEmpty)) return
    awaited.current = false
    if (isListed && document.activeElement?.id === filterId) focusOn(listId)
  }, [isListed, isEmpty])
  return {
    go: () => {
      navigation.go({ deliveryId: null }, true)
      const state = store.getState()
      const isHit = state.inbox.items.length > 0
      // Without a hit the list that is still drawn is about to go.
      awaited.current = isHit ? !focusOn(listId) : !isSearched(state)
    },
    cancel: () => {
      awaited.current = false
    },
  }
}

function isSearched({ inbox: { items, loading, next } }: AppState): boolean {
  return items.length > 0 || (loading === 'no' && next === null)
}

/**
 * The offered completions.
 * @param allowed not while something is wrong: the list would hide what
 */
function useCompletion(draft: string, allowed: boolean) {
  const { store } = useApp()
  const environment = useAppState((state) => state.inbox.environmentId) ?? undefined
  const [wanted, setWanted] = useState(false)
  const input = asksForField(draft) ? { environment } : skipToken
  const { data: fields } = useQuery(useCalls().deliveries.fields.queryOptions({ input }))
  const completions = useCompletions(wanted)
  // A snapshot: arrivals must not change the open list.
  const list = useMemo(() => {
    if (!wanted || !allowed || completions === null) return []
    return completions.suggestionsFor(draft, completions.seenValues(store.getState().feed.window), fields)
  }, [wanted, allowed, draft, store, fields, completions])
  return {
    list,
    shown: list.length > 0,
    open: () => setWanted(true),
    close: () => setWanted(false),
  }
}

/** The code that completes a draft; null until it has arrived. */
function useCompletions(wanted: boolean) {
  const [completions, setCompletions] = useState<typeof FilterParts | null>(null)
  useEffect(() => {
    // Without it there are no completions until they are wanted again.
    if (wanted && completions === null) loadParts().then(setCompletions, () => undefined)
  }, [completions, wanted])
  return completions
}

function suggestionContent({ label, hint }: Suggestion) {
  return (
    <>
      <span>{label}</span>
      <span className="muted">{hint}</span>
    </>
  )
}

function SavedButton({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  return <IconButton label={filterWords.saved} icon={<Bookmark />} aria-expanded={shown} onClick={onClick} />
}

/** The problem of the draft, or a remark about a likely mistake. */
function Feedback({ id, problem, remark }: { id: string; problem: string | null; remark: string | null }) {
  return (
    <p id={id} className={styles.feedback} data-bad={problem !== null || undefined} aria-live="polite">
      {problem ?? remark}
    </p>
  )
}

function focusLastChip({ parentElement }: HTMLInputElement) {
  parentElement?.querySelector<HTMLElement>('[data-part="filter-chip"]:last-child button')?.focus()
}

/** Enter, or Tab onwards. */
function isAccepting({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'Enter' || (key === 'Tab' && !shiftKey)
}

function isAtStart({ selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === 0
}

interface FilterChipsProps {
  filter: DeliveryFilter
  onChange: (filter: DeliveryFilter) => void
  /** The focus goes on into the field. */
  onLeave: () => void
}

/**
 * The terms of the filter, a chip for each key. A click, or Enter, turns a chip round; its cross, Delete or Backspace
 * takes it away; the arrows go from chip to chip and on into the field.
 */
function FilterChips({ filter, onChange, onLeave }: FilterChipsProps) {
  const chips = chipsOf(filter)
  if (chips.length === 0) return null
  const remove = (term: FilterTerm) => {
    onChange(withoutTerm(filter, term))
    onLeave()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, term: FilterTerm) => {
    const chip = event.currentTarget.parentElement
    if (event.key === 'Delete' || event.key === 'Backspace') remove(term)
    else if (event.key === 'ArrowLeft') focusChip(chip?.previousElementSibling)
    else if (event.key === 'ArrowRight' && chip?.nextElementSibling === null) onLeave()
    else if (event.key === 'ArrowRight') focusChip(chip?.nextElementSibling)
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.chips} role="group" aria-label={filterWords.chips}>
      {chips.map((term) => (
        <Chip
          key={formatTerm({ ...term, negated: false })}
          term={term}
          onTurn={() => onChange(turned(filter, term))}
          onRemove={() => remove(term)}
          onKeyDown={(event) => onKeyDown(event, term)}
        />
      ))}
    </div>
  )
}

function focusChip(chip: Element | null | undefined) {
  chip?.querySelector('button')?.focus()
}

interface ChipProps {
  term: FilterTerm
  onTurn: () => void
  onRemove: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function Chip({ term, onTurn, onRemove, onKeyDown }: ChipProps) {
  const { key, negated } = term
  const value = term.values.map((one) => valueWords(key, one)).join(filterWords.or)
  const verdict = key === 'verdict' ? verdicts.find((known) => known === foldCase(term.values[0] ?? '')) : undefined
  const shownKey = term.field === undefined ? key : placeOfTerm(term.field)
  const name = filterWords.chipName(shownKey, value, negated)
  return (
    <span data-part="filter-chip" className={styles.chip} data-negated={negated || undefined}>
      <button
        type="button"
        className={styles.turn}
        {...tip(`${filterWords.turn(negated)}. ${filterWords.chipKeys}.`)}
        onClick={onTurn}
        onKeyDown={onKeyDown}
      >
        <span className="unseen">{`${name}. ${filterWords.turn(negated)}`}</span>
        <span className={styles.shown} aria-hidden="true">
          {negated && <span className={styles.not}>{filterWords.not}</span>}
          {verdict === undefined ? (
            <span className={styles.key}>{shownKey}</span>
          ) : (
            <Seal verdict={verdict} size={12} />
          )}
          <span className="truncate">{value}</span>
        </span>
      </button>
      <button
        type="button"
        className={styles.remove}
        aria-label={filterWords.remove(name)}
        data-tip={filterWords.remove(name)}
        onClick={onRemove}
        onKeyDown={onKeyDown}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  )
}

/** "body.amount", with the operator where it is not the usual one. */
function placeOfTerm({ source, path, operator }: FieldTest): string {
  const place = formatPlace(source, path)
  if (operator === 'exists') return filterWords.exists(place)
  return operator === ':' ? place : `${place} ${operator}`
}

function valueWords(key: FilterTerm['key'], value: string): string {
  if (key === 'after' || key === 'before') return momentWords(value)
  const verdict = key === 'verdict' ? verdicts.find((known) => known === foldCase(value)) : undefined
  return verdict === undefined ? value : verdictNames[verdict]
}
