import { Combobox } from '@base-ui/react/combobox'
import { type ReactNode, useState } from 'react'
import { Field, type FieldProps, popupPlace } from './Field.tsx'
import styles from './Field.module.css'

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
            className={styles.input}
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
              className={styles.place}
            >
              <Combobox.Popup className={`${styles.popup} ${styles.asWide}`}>
                <Combobox.Empty>
                  <p className={styles.none}>{none}</p>
                </Combobox.Empty>
                <Combobox.List className={styles.list} aria-label={label}>
                  {(option: T) => (
                    <Combobox.Item key={keyOf(option)} value={option} className={styles.suggestFieldOption}>
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
