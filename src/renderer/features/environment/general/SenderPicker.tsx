import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { SenderIcon } from '../../../ui/basics/EnvironmentMark.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { sendersFor } from '../secrets/SenderField.tsx'
import { environmentWords as words } from './words.ts'
import styles from './SenderPicker.module.css'

interface SenderPickerProps {
  /** Id of a preset. */
  value: string
  onChange: (id: string) => void
}

/** Shown first while nothing is typed: the service, then what most users have. */
const common = ['service', 'stripe', 'github', 'shopify', 'slack', 'gitlab', 'paypal', 'twilio', 'sendgrid', 'linear']
const commonFirst = new Map(common.map((id, place) => [id, place]))

/** The senders for a query, the common ones first while there is none. Pure. */
export function sendersInOrder(query: string): ReturnType<typeof sendersFor> {
  const found = sendersFor(query, false)
  if (query.trim() !== '') return found
  const placeOf = (id: string) => commonFirst.get(id) ?? common.length
  return found.toSorted((one, other) => placeOf(one.id) - placeOf(other.id))
}

/** All senders as tiles with a search above: arrows walk the tiles, Enter chooses, a click does both. */
export function SenderPicker({ value, onChange }: SenderPickerProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const offered = sendersInOrder(query)
  const at = Math.max(
    0,
    offered.findIndex((sender) => sender.id === (active ?? (query === '' ? value : null))),
  )
  const shown = offered[at]
  const choose = (chosen: string) => {
    setActive(chosen)
    if (chosen !== value) onChange(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, columnsOf(list.current))
    const next = step === null ? undefined : offered[at + step]
    if (event.key === 'Enter') {
      // A second Enter creates the environment.
      if (shown === undefined || shown.id === value) return
      event.preventDefault()
      choose(shown.id)
    } else if (step !== null) {
      event.preventDefault()
      if (next !== undefined) setActive(next.id)
    }
  }
  return (
    <div className={styles.picker}>
      <label className={fieldStyles.label} htmlFor={id}>
        {words.sender}
      </label>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          id={id}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown === undefined ? undefined : `${id}-${shown.id}`}
          data-first-field
          data-part="input"
          className={fieldStyles.input}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.findSender(offered.length)}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(null)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Tiles list={list} id={id} offered={offered} active={shown?.id} value={value} onChoose={choose} />
      <p className={fieldStyles.note} aria-live="polite">
        {offered.length === 0 ? words.noSender : words.chosenSender(senderPreset(value)?.scheme.label ?? value)}
      </p>
    </div>
  )
}

interface TilesProps {
  list: RefObject<HTMLDivElement | null>
  /** The start of the ids of all parts. */
  id: string
  offered: ReturnType<typeof sendersFor>
  active: string | undefined
  value: string
  onChoose: (id: string) => void
}

function Tiles({ list, id, offered, active, value, onChoose }: TilesProps) {
  const activeId = `${id}-${active}`
  useEffect(() => document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' }), [activeId])
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={words.sender} className={styles.list}>
      {offered.map(({ id: sender, label }) => (
        <button
          key={sender}
          type="button"
          tabIndex={-1}
          id={`${id}-${sender}`}
          role="option"
          aria-selected={sender === value}
          data-active={sender === active}
          className={styles.tile}
          // The focus stays in the search.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(sender)}
        >
          <SenderIcon id={sender} name={label} />
          <span className={styles.name}>{label}</span>
        </button>
      ))}
    </div>
  )
}

/** How far a key moves in tiles; null for any other key. */
function stepOf(key: string, columns: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  return steps[key] ?? null
}

function columnsOf(list: HTMLElement | null): number {
  return list === null ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length
}
