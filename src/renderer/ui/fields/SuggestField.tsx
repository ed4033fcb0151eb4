import { Autocomplete } from '@base-ui/react/autocomplete'
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { popupPlace } from './Field.tsx'
import { isComposing } from '../hooks/typing.ts'
import styles from './Field.module.css'

interface SuggestFieldProps<T> extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'onKeyDown' | 'type' | 'children'
> {
  value: string
  onType: (text: string) => void
  suggestions: readonly T[]
  keyOf: (suggestion: T) => string
  /** The suggestions are shown, if there are any. */
  open: boolean
  /** Asked for by a click, an arrow, or by leaving the field. */
  onOpenChange: (open: boolean) => void
  /** Names the list for screen readers. */
  listLabel: string
  /** A click on a suggestion. */
  onTake: (suggestion: T) => void
  /** A key in the field, with the highlighted suggestion: true where the caller did what it stands for. */
  onKey: (event: KeyboardEvent<HTMLInputElement>, highlighted: T | undefined) => boolean
  /** Below which element the suggestions are; the field itself unless given. */
  anchor?: Element | null
  children: (suggestion: T) => ReactNode
}

/** A field for any text, with suggestions below it. The field keeps the focus; arrows highlight a suggestion. */
export function SuggestField<T>(props: SuggestFieldProps<T>) {
  const {
    value,
    onType,
    suggestions,
    keyOf,
    open,
    onOpenChange,
    listLabel,
    onTake,
    onKey,
    anchor,
    children,
    ...field
  } = props
  const highlighted = useRef<T | undefined>(undefined)
  return (
    <Autocomplete.Root
      mode="none"
      openOnInputClick
      highlightItemOnHover={false}
      items={suggestions}
      itemToStringValue={keyOf}
      value={value}
      onValueChange={(text, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') onType(text)
      }}
      open={open && suggestions.length > 0}
      onOpenChange={(next, { reason }) => {
        // The caller decides which keys and letters open or close it.
        const isTyped = reason === 'input-change' || reason === 'input-clear'
        if (next ? !isTyped : reason === 'focus-out' || reason === 'outside-press') onOpenChange(next)
      }}
      onItemHighlighted={(item) => {
        highlighted.current = item
      }}
    >
      <Autocomplete.Input
        spellCheck={false}
        {...field}
        onKeyDown={(event) => {
          if (isComposing(event) || !onKey(event, highlighted.current)) return
          event.preventDefault()
          event.preventBaseUIHandler()
        }}
      />
      <Autocomplete.Portal container={popupPlace(anchor ?? null)}>
        <Autocomplete.Positioner
          {...(anchor === undefined ? {} : { anchor })}
          positionMethod="fixed"
          align="start"
          // The text of a line that is given begins after a sign.
          alignOffset={anchor === undefined ? 0 : 32}
          collisionPadding={8}
          className={styles.place}
        >
          {/* Not the library's popup, which hides the rest of the page from screen readers, while the list below it changes. */}
          <div className={styles.popup}>
            <Autocomplete.List className={styles.list} aria-label={listLabel}>
              {suggestions.map((suggestion) => (
                <Autocomplete.Item
                  key={keyOf(suggestion)}
                  value={suggestion}
                  className={styles.suggestFieldOption}
                  onClick={() => onTake(suggestion)}
                >
                  {children(suggestion)}
                </Autocomplete.Item>
              ))}
            </Autocomplete.List>
          </div>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
