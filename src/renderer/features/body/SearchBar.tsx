import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { isComposing } from '../../ui/isComposing.ts'
import { bodyWords as words } from './words.ts'
import type { Search } from './useSearch.ts'
import { tip } from '../../ui/tip.ts'
import fieldStyles from '../../ui/Field.module.css'
import styles from './Body.module.css'

/** A field to search in the body, with how many matches there are and the ways between them. */
export function SearchBar({ search, onLeave }: { search: Search; onLeave: () => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  const leave = () => {
    search.type('')
    onLeave()
  }
  const some = (search.found?.places.length ?? 0) > 0
  return (
    <search className={styles.searchField}>
      <input
        type="search"
        data-part="input"
        className={fieldStyles.input}
        aria-label={words.search}
        placeholder={words.searchHint}
        {...tip(words.searchTitle)}
        spellCheck={false}
        autoComplete="off"
        maxLength={1000}
        value={search.wanted}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={`${styles.searchCount} numbers`} title={describe(search)}>
        {describe(search)}
      </output>
      {search.wanted !== '' && (
        <>
          <IconButton icon={<ChevronUp />} label={words.previous} disabled={!some} onClick={() => search.step(-1)} />
          <IconButton icon={<ChevronDown />} label={words.next} disabled={!some} onClick={() => search.step(1)} />
          <IconButton icon={<X />} label={words.leaveSearch} onClick={leave} />
        </>
      )}
    </search>
  )
}

function describe({ wanted, found, marks }: Search): string {
  if (wanted === '') return ''
  if (found === null) return words.searching
  if (found.problem === 'hex') return words.wrongHex
  const count = found.places.length / 2
  return count === 0 ? words.noMatch : words.match(marks.current + 1, count, found.more)
}
