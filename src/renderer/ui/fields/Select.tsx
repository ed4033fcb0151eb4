import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps, popupPlace } from './Field.tsx'
import fieldStyles from './Field.module.css'
import styles from './Pickers.module.css'

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
