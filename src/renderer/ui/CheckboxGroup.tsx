import { useEffect, useRef } from 'react'
import { uiWords } from './words.ts'
import styles from './Field.module.css'

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
  const all = useRef<HTMLInputElement>(null)
  const some = chosen.length > 0 && chosen.length < known.length
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = some
  }, [some])
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
        <label className={`${styles.check} ${styles.checkAll}`}>
          <input
            ref={all}
            type="checkbox"
            className={styles.checkInput}
            checked={chosen.length === known.length}
            onChange={(event) => onChange([...(event.target.checked ? known : []), ...foreign])}
          />
          {uiWords.all}
        </label>
        {options.map((option) => (
          <label key={option.value} className={styles.check}>
            <input
              type="checkbox"
              className={styles.checkInput}
              checked={value.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
