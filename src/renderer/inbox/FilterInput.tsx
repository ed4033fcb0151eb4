import type { KeyboardEvent } from 'react'
import { filterWords } from '../words/inbox.ts'
import type { Completion } from './useCompletion.ts'
import { filterId } from './inboxParts.ts'

interface FilterInputProps {
  /** Prefix of the ids that it refers to. */
  base: string
  draft: string
  /** What stands in it cannot be understood. */
  wrong: boolean
  /** No chip stands before it. */
  alone: boolean
  completion: Completion
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The field of the filter, with the wiring of a combobox. */
export function FilterInput({ base, draft, wrong, alone, completion, onType, onKeyDown }: FilterInputProps) {
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
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
      onClick={completion.open}
      onBlur={completion.close}
    />
  )
}
