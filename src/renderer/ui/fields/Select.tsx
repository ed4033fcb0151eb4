import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown, Search } from 'lucide-react'
import { useState, type ReactNode, type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { Field, type FieldProps, popupPlace } from './Field.tsx'
import fieldStyles from './Field.module.css'
import styles from './Pickers.module.css'
import { Combobox } from '@base-ui/react/combobox'

interface SelectProps<T extends string> {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  disabled?: boolean | undefined
  /** For the button, beside its own look: a width, or another font. */
  className?: string | undefined
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** One of a few, from a list. Name it with `aria-label`, or use `SelectField`. */
export function Select<T extends string>({
  value,
  options,
  onChange,
  disabled,
  className = '',
  ...trigger
}: SelectProps<T>) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  return (
    <Base.Root
      items={options}
      value={value}
      modal={false}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
    >
      <Base.Trigger
        {...trigger}
        ref={setButton}
        data-part="input"
        className={`${fieldStyles.input} ${styles.button} ${className}`}
      >
        <Base.Value className="truncate" />
        <ChevronDown aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal container={popupPlace(button)}>
        <Base.Positioner
          positionMethod="fixed"
          alignItemWithTrigger={false}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={styles.place}
        >
          <Base.Popup data-part="select-popup" className={styles.popup}>
            <Base.List
              className={styles.list}
              aria-label={trigger['aria-label']}
              aria-labelledby={trigger['aria-label'] === undefined ? trigger.id : undefined}
            >
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} label={option.label} className={styles.option}>
                  <span className={styles.sign}>
                    <Base.ItemIndicator>
                      <Check aria-hidden="true" />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText className={styles.text}>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A `Select` with its label above it. */
export function SelectField<T extends string>({ label, hint, problem, ...rest }: SelectProps<T> & FieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => <Select {...rest} {...wiring} />}
    </Field>
  )
}

interface PickFieldProps<T> extends FieldProps {
  value: T
  /** The options for a query, the best first. Pure. */
  optionsFor: (query: string) => readonly T[]
  keyOf: (option: T) => string
  /** The text of the field when the option is chosen. */
  nameOf: (option: T) => string
  onChange: (option: T) => void
  disabled?: boolean
  /** Shown where no option fits. */
  none: string
  children: (option: T) => ReactNode
}

/** One of many, found by typing a part of its name. */
export function PickField<T>(props: PickFieldProps<T>) {
  const { label, hint, problem, value, optionsFor, keyOf, nameOf, onChange, disabled, none, children } = props
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [field, setField] = useState<HTMLInputElement | null>(null)
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <Combobox.Root
          items={optionsFor('')}
          filteredItems={optionsFor(query)}
          value={value}
          disabled={disabled}
          open={open}
          onOpenChange={setOpen}
          autoHighlight
          itemToStringLabel={nameOf}
          isItemEqualToValue={(one, other) => keyOf(one) === keyOf(other)}
          onInputValueChange={(text, { reason }) => setQuery(reason === 'input-change' ? text : '')}
          onValueChange={(next) => {
            if (next !== null && keyOf(next) !== keyOf(value)) onChange(next)
          }}
        >
          <Combobox.Input
            {...wiring}
            ref={setField}
            spellCheck={false}
            className={fieldStyles.input}
            // A letter replaces the name that is there.
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => {
              // Esc closes the list, then the dialog; it does not clear the choice.
              if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
            }}
          />
          <Combobox.Portal container={popupPlace(field)}>
            <Combobox.Positioner
              positionMethod="fixed"
              align="start"
              sideOffset={4}
              collisionPadding={8}
              className={fieldStyles.place}
            >
              <Combobox.Popup className={`${fieldStyles.popup} ${fieldStyles.asWide}`}>
                <Combobox.Empty>
                  <p className={fieldStyles.none}>{none}</p>
                </Combobox.Empty>
                <Combobox.List className={fieldStyles.list} aria-label={label}>
                  {(option: T) => (
                    <Combobox.Item key={keyOf(option)} value={option} className={fieldStyles.suggestFieldOption}>
                      {children(option)}
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  )
}

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
