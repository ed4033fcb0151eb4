import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

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
