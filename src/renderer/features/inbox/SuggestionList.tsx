import { useEffect, useRef } from 'react'
import type { Suggestion } from './filterSuggestions.ts'
import { filterWords } from './words.ts'

interface SuggestionListProps {
  /** Prefix of the ids that the field refers to. */
  base: string
  suggestions: readonly Suggestion[]
  chosen: number
  onAccept: (suggestion: Suggestion) => void
}

/** Completions under the filter field. The field keeps the focus and the keys. */
export function SuggestionList({ base, suggestions, chosen, onAccept }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen !== -1) list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={`${base}-list`} role="listbox" aria-label={filterWords.completions} className="suggestions">
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.insert}
          id={`${base}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="suggestion"
          // Taken on pointer down, before the field loses the focus and closes the list.
          onPointerDown={(event) => {
            event.preventDefault()
            onAccept(suggestion)
          }}
        >
          <span>{suggestion.label}</span>
          <span className="muted">{suggestion.hint}</span>
        </div>
      ))}
    </div>
  )
}
