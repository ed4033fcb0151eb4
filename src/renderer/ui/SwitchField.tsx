import { type ReactNode, useId } from 'react'

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
    <div className="switch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="switch-input"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="switch-text">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <p id={`${id}-note`} className="field-note">
          {hint}
        </p>
      </div>
    </div>
  )
}
