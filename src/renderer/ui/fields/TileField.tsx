import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import fieldStyles from './Field.module.css'
import styles from './Pickers.module.css'

interface TileFieldProps<T> {
  label: string
  placeholder: string
  /** The options for a query, the best first. Pure. */
  optionsFor: (query: string) => readonly T[]
  keyOf: (option: T) => string
  /** The key of the chosen option. */
  value: string
  onChange: (option: T) => void
  /** The line below, for the number of options found. */
  note: (found: number) => string
  children: (option: T) => ReactNode
}

/** One of many, as tiles with a search above: arrows walk the tiles, Enter chooses, a click does both. */
export function TileField<T>(props: TileFieldProps<T>) {
  const { label, placeholder, optionsFor, keyOf, value, onChange, note, children } = props
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const options = optionsFor(query)
  const wanted = active ?? (query === '' ? value : null)
  const at = Math.max(
    0,
    options.findIndex((option) => keyOf(option) === wanted),
  )
  const shown = options[at]
  const choose = (option: T) => {
    setActive(keyOf(option))
    if (keyOf(option) !== value) onChange(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, list.current)
    const next = step === null ? undefined : options[at + step]
    // Enter on the chosen one submits the form.
    const isChoice = event.key === 'Enter' && shown !== undefined && keyOf(shown) !== value
    if (step === null && !isChoice) return
    event.preventDefault()
    if (isChoice) choose(shown)
    else if (next !== undefined) setActive(keyOf(next))
  }
  return (
    <div className={styles.picker}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          id={id}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown === undefined ? undefined : `${id}-${keyOf(shown)}`}
          data-first-field
          data-part="input"
          className={fieldStyles.input}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(null)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Tiles {...{ label, id, list, options, keyOf, value, children }} active={shown} onChoose={choose} />
      <p className={fieldStyles.note} aria-live="polite">
        {note(options.length)}
      </p>
    </div>
  )
}

interface TilesProps<T> extends Pick<TileFieldProps<T>, 'label' | 'keyOf' | 'value' | 'children'> {
  /** The start of the ids of all parts. */
  id: string
  list: RefObject<HTMLDivElement | null>
  options: readonly T[]
  active: T | undefined
  onChoose: (option: T) => void
}

function Tiles<T>({ label, id, list, options, keyOf, value, children, active, onChoose }: TilesProps<T>) {
  const activeId = active === undefined ? '' : `${id}-${keyOf(active)}`
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.tileFieldList}>
      {options.map((option) => (
        <button
          key={keyOf(option)}
          type="button"
          tabIndex={-1}
          id={`${id}-${keyOf(option)}`}
          role="option"
          aria-selected={keyOf(option) === value}
          data-active={option === active}
          className={styles.tile}
          // The focus stays in the search.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {children(option)}
        </button>
      ))}
    </div>
  )
}

/** How far a key moves in tiles; null for any other key. */
function stepOf(key: string, list: HTMLElement | null): number | null {
  const columns = list === null ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  return steps[key] ?? null
}
