import styles from './RadioField.module.css'

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
        className={styles.input}
        checked={checked}
        aria-describedby={noteId}
        onChange={onChange}
      />
      {label}
    </label>
  )
}
