import type { Ref } from 'react'
import { tip } from '../../ui/tip.ts'

interface FilterNameInputProps {
  label: string
  value: string
  onChange: (name: string) => void
  placeholder?: string
  hint?: string
  ref?: Ref<HTMLInputElement>
}

/** The name of a saved filter, as it is given and as it is changed. */
export function FilterNameInput({ label, hint, onChange, ...rest }: FilterNameInputProps) {
  return (
    <input
      {...tip(hint)}
      {...rest}
      className="input"
      aria-label={label}
      maxLength={80}
      required
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
