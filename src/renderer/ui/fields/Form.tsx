import type { FormHTMLAttributes, ReactNode, Ref } from 'react'
import { Button, Row } from '../basics/Button.tsx'
import styles from './Field.module.css'
import type { EditedForm } from '../hooks/useEdits.ts'
import { uiWords } from '../words.ts'

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'noValidate'> {
  /** Enter in a field, or the button that submits. Not called while the caller's own checks say no: ask them here. */
  onSubmit: () => void
  ref?: Ref<HTMLFormElement>
}

/** A form that the app saves itself: the browser neither checks its fields nor leaves the page. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}

/** Props of a field of an edited form: `<TextField label="Name" {...field('name')} />`. */
export interface BoundField<Value> {
  value: Value
  onChange: (value: Value) => void
  problem: string | undefined
}

/** Ties fields to an edited form by name: value, change, and what is wrong with it. */
export function fieldsOf<T extends object>(
  { form, set }: EditedForm<T>,
  problems: { readonly [K in keyof T]?: string } = {},
): <K extends keyof T>(name: K) => BoundField<T[K]> {
  return (name) => ({ value: form[name], onChange: (value) => set(name, value), problem: problems[name] })
}

interface SaveBarProps {
  /** Name of the button that submits. */
  label: string
  look?: 'primary' | 'plain'
  busy: boolean
  /** Why it cannot be saved as it is, or null. */
  blocked: string | null
  /** Shown next to the buttons while nothing blocks. */
  note: ReactNode
  /** Takes the edits back; null while there are none. */
  onDiscard: (() => void) | null
  /** The problem of the last save, as a note. */
  problem: ReactNode
}

/** The one bar of a form, at the lower edge and always in sight: what went wrong, save, discard, and how it is. */
export function SaveBar({ label, look = 'primary', busy, blocked, note, onDiscard, problem }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      {problem}
      <Row>
        <Button type="submit" look={look} busy={busy} disabled={blocked !== null}>
          {label}
        </Button>
        {onDiscard !== null && (
          <Button look="quiet" disabled={busy} onClick={onDiscard}>
            {uiWords.discard}
          </Button>
        )}
        <p className={`${styles.formNote} muted`} aria-live="polite">
          {blocked ?? note}
        </p>
      </Row>
    </div>
  )
}

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
