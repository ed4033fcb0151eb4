import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

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
