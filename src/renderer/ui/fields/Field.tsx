import { type InputHTMLAttributes, type ReactNode, useId, type KeyboardEvent, useRef } from 'react'
import styles from './Field.module.css'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { isComposing } from '../hooks/typing.ts'

export interface FieldProps {
  label: string
  /** One sentence under the field. */
  hint?: ReactNode | undefined
  /** Its problem and the accepted values; replaces the hint. */
  problem?: string | null | undefined
}

/** Label above, control, then hint or problem: tied together for screen readers. */
export function Field({
  label,
  hint,
  problem,
  children,
}: FieldProps & {
  children: (wiring: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode
}) {
  const id = useId()
  const noteId = `${id}-note`
  const failed = problem !== undefined && problem !== null
  return (
    <div data-part="field" className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': noteId, 'aria-invalid': failed })}
      <p id={noteId} className={failed ? `${styles.note} ${styles.problem}` : styles.note} aria-live="polite">
        {failed ? problem : hint}
      </p>
    </div>
  )
}

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  value: string
  onChange: (value: string) => void
  /** Monospaced: for addresses, ids and keys. */
  mono?: boolean
  /** In the same line, after the input, such as a button. */
  after?: ReactNode
}

export function TextField({ label, hint, problem, value, onChange, mono = false, after, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className={styles.line}>
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            {...rest}
            {...wiring}
            data-part="input"
            className={mono ? `${styles.input} mono` : styles.input}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {after}
        </div>
      )}
    </Field>
  )
}

interface SwitchFieldProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, with effect at once or on saving; says what it does in its label, never "enabled/disabled" twice. */
export function SwitchField({ label, hint, checked, onChange, disabled = false }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switchInput}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className={styles.switchText}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <p id={`${id}-note`} className={styles.note}>
          {hint}
        </p>
      </div>
    </div>
  )
}

/** Where a popup is in the page: in the dialog of its control, else in the page's main part, which is a landmark. */
export function popupPlace(control: Element | null): HTMLElement {
  const dialog = control?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]')
  return dialog ?? document.querySelector('main') ?? document.body
}

interface SuggestFieldProps<T> extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'onKeyDown' | 'type' | 'children'
> {
  value: string
  onType: (text: string) => void
  suggestions: readonly T[]
  keyOf: (suggestion: T) => string
  /** The suggestions are shown, if there are any. */
  open: boolean
  /** Asked for by a click, an arrow, or by leaving the field. */
  onOpenChange: (open: boolean) => void
  /** Names the list for screen readers. */
  listLabel: string
  /** A click on a suggestion. */
  onTake: (suggestion: T) => void
  /** A key in the field, with the highlighted suggestion: true where the caller did what it stands for. */
  onKey: (event: KeyboardEvent<HTMLInputElement>, highlighted: T | undefined) => boolean
  /** Below which element the suggestions are; the field itself unless given. */
  anchor?: Element | null
  children: (suggestion: T) => ReactNode
}

/** A field for any text, with suggestions below it. The field keeps the focus; arrows highlight a suggestion. */
export function SuggestField<T>(props: SuggestFieldProps<T>) {
  const {
    value,
    onType,
    suggestions,
    keyOf,
    open,
    onOpenChange,
    listLabel,
    onTake,
    onKey,
    anchor,
    children,
    ...field
  } = props
  const highlighted = useRef<T | undefined>(undefined)
  return (
    <Autocomplete.Root
      mode="none"
      openOnInputClick
      highlightItemOnHover={false}
      items={suggestions}
      itemToStringValue={keyOf}
      value={value}
      onValueChange={(text, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') onType(text)
      }}
      open={open && suggestions.length > 0}
      onOpenChange={(next, { reason }) => {
        // The caller decides which keys and letters open or close it.
        const isTyped = reason === 'input-change' || reason === 'input-clear'
        if (next ? !isTyped : reason === 'focus-out' || reason === 'outside-press') onOpenChange(next)
      }}
      onItemHighlighted={(item) => {
        highlighted.current = item
      }}
    >
      <Autocomplete.Input
        spellCheck={false}
        {...field}
        onKeyDown={(event) => {
          if (isComposing(event) || !onKey(event, highlighted.current)) return
          event.preventDefault()
          event.preventBaseUIHandler()
        }}
      />
      <Autocomplete.Portal container={popupPlace(anchor ?? null)}>
        <Autocomplete.Positioner
          {...(anchor === undefined ? {} : { anchor })}
          positionMethod="fixed"
          align="start"
          // The text of a line that is given begins after a sign.
          alignOffset={anchor === undefined ? 0 : 32}
          collisionPadding={8}
          className={styles.place}
        >
          {/* Not the library's popup, which hides the rest of the page from screen readers, while the list below it changes. */}
          <div className={styles.popup}>
            <Autocomplete.List className={styles.list} aria-label={listLabel}>
              {suggestions.map((suggestion) => (
                <Autocomplete.Item
                  key={keyOf(suggestion)}
                  value={suggestion}
                  className={styles.suggestFieldOption}
                  onClick={() => onTake(suggestion)}
                >
                  {children(suggestion)}
                </Autocomplete.Item>
              ))}
            </Autocomplete.List>
          </div>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
