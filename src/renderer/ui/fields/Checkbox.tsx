import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiWords } from '../words.ts'
import styles from './Pickers.module.css'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  /** Neither on nor off: some of what it stands for is on. */
  indeterminate?: boolean
  onChange: (checked: boolean) => void
  className?: string | undefined
}

/** A box that is on or off, with its label at its right. */
export function Checkbox({ label, checked, indeterminate = false, onChange, className = '' }: CheckboxProps) {
  return (
    <label className={`${styles.check} ${className}`}>
      <Base.Root
        checked={checked}
        indeterminate={indeterminate}
        onCheckedChange={(next) => onChange(next)}
        className={styles.box}
      >
        <Base.Indicator className={styles.checkboxSign}>
          {indeterminate ? <Minus aria-hidden="true" /> : <Check aria-hidden="true" />}
        </Base.Indicator>
      </Base.Root>
      {label}
    </label>
  )
}

interface CheckboxGroupProps {
  label: string
  options: readonly { value: string; label: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Several of a known set, with one box for all of them. Values that are not among the options are kept. */
export function CheckboxGroup({ label, options, value, onChange }: CheckboxGroupProps) {
  const known = options.map((option) => option.value)
  const foreign = value.filter((entry) => !known.includes(entry))
  const chosen = known.filter((entry) => value.includes(entry))
  const toggle = (entry: string, on: boolean) =>
    onChange([...known.filter((other) => (other === entry ? on : value.includes(other))), ...foreign])
  return (
    <fieldset>
      <legend className="unseen">{label}</legend>
      <div className={styles.groupHead}>
        <span className={styles.groupLabel} aria-hidden="true">
          {label}
        </span>
        <span className="muted numbers">{uiWords.someOf(chosen.length, known.length)}</span>
      </div>
      <div className={styles.checks}>
        <Checkbox
          label={uiWords.all}
          className={styles.checkAll}
          checked={chosen.length === known.length}
          indeterminate={chosen.length > 0 && chosen.length < known.length}
          onChange={(on) => onChange([...(on ? known : []), ...foreign])}
        />
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={(on) => toggle(option.value, on)}
          />
        ))}
      </div>
    </fieldset>
  )
}
