import styles from './Field.module.css'

interface ChoiceProps<T extends string> {
  /** Names the choice for screen readers. */
  label: string
  options: readonly { id: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few, all in sight. */
export function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset data-part="choice" className={styles.choice}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          data-part="choice-option"
          className={styles.option}
          aria-pressed={value === option.id}
          onClick={() => onChange(option.id)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

interface RadioFieldProps {
  /** Shared by the radios of one choice. */
  name: string
  label: string
  checked: boolean
  /** Id of the text that explains it. */
  noteId: string
  onChange: () => void
}

/** One of several that exclude each other, each with a text of its own. */
export function RadioField({ name, label, checked, noteId, onChange }: RadioFieldProps) {
  return (
    <label data-part="radio" className={styles.radio}>
      <input
        type="radio"
        name={name}
        className={styles.choiceInput}
        checked={checked}
        aria-describedby={noteId}
        onChange={onChange}
      />
      {label}
    </label>
  )
}
