import type { Ref } from 'react'

interface FilterNameInputProps {
  label: string
  value: string
  onChange: (name: string) => void
  placeholder?: string
  title?: string
  ref?: Ref<HTMLInputElement>
}

/** The name of a saved filter, as it is given and as it is changed. */
export function FilterNameInput({ label, onChange, ...rest }: FilterNameInputProps) {
  return (
    <input
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
