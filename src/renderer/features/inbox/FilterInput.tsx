import type { KeyboardEvent } from 'react'
import { filterWords } from './words.ts'
import type { Completion } from './useCompletion.ts'
import { filterId } from './inboxParts.ts'

interface FilterInputProps {
  /** Prefix of the ids that it refers to. */
  base: string
  draft: string
  /** What is in it cannot be understood. */
  wrong: boolean
  /** No chip comes before it. */
  alone: boolean
  completion: Completion
  onType: (text: string) => void
  /** As `onType`, while an input method is still composing. */
  onCompose: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The field of the filter, with the wiring of a combobox. */
export function FilterInput({ base, draft, wrong, alone, completion, onType, onCompose, onKeyDown }: FilterInputProps) {
  return (
    <input
      id={filterId}
      className="filter-input"
      type="text"
      role="combobox"
      aria-label={filterWords.field}
      aria-expanded={completion.shown}
      aria-controls={`${base}-list`}
      aria-autocomplete="list"
      aria-activedescendant={completion.chosen === undefined ? undefined : `${base}-${completion.index}`}
      aria-describedby={`${base}-problem`}
      aria-invalid={wrong}
      placeholder={alone ? filterWords.placeholder : ''}
      spellCheck={false}
      autoComplete="off"
      value={draft}
      onChange={({ nativeEvent, target }) => {
        const isComposed = !(nativeEvent instanceof InputEvent && nativeEvent.isComposing)
        if (isComposed) onType(target.value)
        else onCompose(target.value)
      }}
      onCompositionEnd={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onClick={completion.open}
      onBlur={completion.close}
    />
  )
}
