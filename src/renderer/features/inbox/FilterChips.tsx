import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { type DeliveryFilter, type FilterTerm, foldCase } from '../../../shared/deliveryFilter.ts'
import { formatTerm } from '../../../shared/formatDeliveryFilter.ts'
import { verdicts } from '../../../shared/codes/verdicts.ts'
import { chipsOf, turned, withoutTerm } from '../../data/state/filterTerms.ts'
import { Seal } from '../../ui/Seal.tsx'
import { momentWords } from './filterWords.ts'
import { filterWords } from './words.ts'
import { verdictNames } from '../../text/verdictNames.ts'
import { tip } from '../../ui/tip.ts'
import styles from './FilterBar.module.css'

interface FilterChipsProps {
  filter: DeliveryFilter
  onChange: (filter: DeliveryFilter) => void
  /** The focus goes on into the field. */
  onLeave: () => void
}

/**
 * What the list is narrowed to, a chip for each key. A click, or Enter, turns a chip round; its cross, Delete or Backspace
 * takes it away; the arrows go from chip to chip and on into the field.
 */
export function FilterChips({ filter, onChange, onLeave }: FilterChipsProps) {
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
  const name = filterWords.chipName(key, value, negated)
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
          {verdict === undefined ? <span className={styles.key}>{key}</span> : <Seal verdict={verdict} size={12} />}
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

function valueWords(key: FilterTerm['key'], value: string): string {
  if (key === 'after' || key === 'before') return momentWords(value)
  const verdict = key === 'verdict' ? verdicts.find((known) => known === foldCase(value)) : undefined
  return verdict === undefined ? value : verdictNames[verdict]
}
