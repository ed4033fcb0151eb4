import type { SelectHTMLAttributes } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'

interface SelectProps<T extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** One of a few, with the browser's own list (decision 1 says why). Name it with `aria-label`, or use `SelectField`. */
export function Select<T extends string>({ value, options, onChange, className, ...rest }: SelectProps<T>) {
  return (
    <select
      {...rest}
      data-part="input"
      className={className ?? `${styles.input} ${styles.select}`}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
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
