import {
  memberNames,
  differencePath,
  at,
  closing,
  holdsValues,
  type JsonIndex,
  kindOf,
  none,
} from '../../../bytes/jsonIndex.ts'
import { Check, Copy, ChevronDown, ChevronUp, X } from 'lucide-react'
import { Button, IconButton, tip } from '../../../ui/basics/Button.tsx'
import { useCopied } from '../../../ui/fields/CopyButton.tsx'
import { uiWords } from '../../../ui/words.ts'
import {
  type RefObject,
  useEffect,
  useRef,
  useId,
  createContext,
  use,
  type KeyboardEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { canBeAsked, type FieldSource } from '../../../../shared/filter/fieldTerm.ts'
import { fieldTermOf, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { readString, textOf, textOfKey, type Found } from '../../../bytes/utf8.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { allObjects } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { bodyWords as words } from './words.ts'
import { isInField, isComposing } from '../../../ui/hooks/typing.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Body.module.css'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { type Marks, noMarks } from '../../../bytes/marks.ts'
import type { BodyReader } from '../../../bytes/startBodyReader.ts'
import { createPortal } from 'react-dom'

interface CopyLazilyProps {
  /** Made when it is asked for: a body may be large. */
  text: () => string
  /** Names the copied text, such as "the value": the button reads "Copy the value". */
  what: string
  /** A word next to the icon. */
  label?: string
}

/** Copies a text that is only made then, and shows for a moment that it did. */
export function CopyLazily({ text, what, label }: CopyLazilyProps) {
  const { done, copy } = useCopied()
  const icon = done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />
  const name = done ? uiWords.copied : uiWords.copy(what)
  if (label === undefined) return <IconButton icon={icon} label={name} onClick={() => copy(text())} />
  return (
    <Button look="quiet" icon={icon} data-tip={name} aria-label={name} onClick={() => copy(text())}>
      {label}
    </Button>
  )
}

/**
 * Puts a text of ours on the clipboard when the user copies from an area.
 * @param take what is copied now; null leaves it to the browser
 */
export function useCopy(area: RefObject<HTMLElement | null>, take: (native: Range | null) => string | null): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    // On the document: with nothing selected that it knows of, a browser may say that the copy was asked for elsewhere.
    const onCopy = (event: ClipboardEvent) => {
      const element = area.current
      const native = selectedRange()
      const isOurs = element?.contains(native?.commonAncestorContainer ?? document.activeElement)
      if (isOurs !== true || event.defaultPrevented) return
      const text = latest.current(native)
      if (text === null) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', text)
    }
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  }, [area])
}

/** The browser's selection in the page, or null. */
function selectedRange(): Range | null {
  const selection = document.getSelection()
  return selection === null || selection.isCollapsed || selection.rangeCount === 0 ? null : selection.getRangeAt(0)
}

/** Maximum number of characters of a value in a search. */
const maxSearched = 200

/** Fields of a notification that the filter has a key for. */
const filterKeyOf = { resourceType: 'type', action: 'action', resourceId: 'id', id: 'id' } as const

/**
 * Offers the context menu of the values of a JSON text: elements with their node in `data-node`.
 * @returns what these elements have as `data-menu`
 */
export function useValueMenu(index: JsonIndex, bytes: Uint8Array, source?: FieldSource): string {
  const kind = useId()
  const { navigation, store } = useApp()
  const copyText = useCopyText()
  useContextMenu(kind, (element) => {
    const node = Number(element.dataset['node'] ?? closing)
    if (node >= closing) return null
    const written = textOf(bytes, at(index.start, node), at(index.end, node))
    const value = kindOf(index, node) === 'string' ? readString(written) : written
    const key = at(index.key, node)
    const field = key === none ? null : textOfKey(bytes, key)
    const path = differencePath(index, bytes, node)
    const names = memberNames(index, bytes, node)
    const term = holdsValues(index, node) ? null : filterTermOf(path, value, source, names)
    const narrow = (negated: boolean) => {
      if (term === null) return
      navigation.go({ screen: 'inbox', filter: narrowed(store.getState().route.filter, { ...term, negated }) })
    }
    // Objects that deliveries named lately are known by their ids.
    const known = store.getState().feed.window.find(({ resourceId }) => resourceId === value)
    const { resourceType = null, resourceId = null } = known ?? {}
    const object = resourceType === null || resourceId === null ? null : { resourceType, resourceId }
    return {
      label: visibleText(path === '' ? words.wholeValue : path),
      entries: contextEntries('value', {
        'filter.only': term === null ? null : { title: words.filterByValue, run: () => narrow(false) },
        'filter.without': term === null ? null : { title: words.excludeValue, run: () => narrow(true) },
        'object.story':
          object === null
            ? null
            : { run: () => navigation.go({ screen: 'objects', objects: { ...allObjects, chosen: object } }) },
        'value.copy': { run: () => copyText(value) },
        'value.copyField': field === null ? null : { run: () => copyText(field) },
        'value.copyPath': path === '' ? null : { run: () => copyText(path) },
      }),
    }
  })
  return kind
}

/** A filter term for deliveries with a value: by a key of the filter, else by the field, else as words. Null without a value. */
function filterTermOf(
  path: string,
  value: string,
  source: FieldSource | undefined,
  names: readonly string[],
): FilterTerm | null {
  if (!/[\p{L}\p{N}]/u.test(value)) return null
  const key =
    source !== 'object' && Object.hasOwn(filterKeyOf, path) ? filterKeyOf[path as keyof typeof filterKeyOf] : null
  if (key !== null) return termOf(key, value)
  if (source !== undefined && canBeAsked(names) && value.length <= maxSearched && !value.includes('"')) {
    return fieldTermOf(source, names, value)
  }
  const text = value.slice(0, maxSearched).replaceAll('"', ' ')
  return { key: 'text', values: [text], quoted: true, negated: false, at: null }
}

/** Holds what selects all of the view in sight. */
export interface SelectAll {
  /** Selects all; false where no view can. */
  run(this: void): boolean
  /** Sets how, until the returned function is called. */
  offer(this: void, selectAll: () => void): () => void
}

export const SelectAllContext = createContext<SelectAll | null>(null)

export function createSelectAll(): SelectAll {
  let offered: (() => void) | null = null
  return {
    run: () => {
      offered?.()
      return offered !== null
    },
    offer: (selectAll) => {
      offered = selectAll
      return () => {
        if (offered === selectAll) offered = null
      }
    },
  }
}

/** Says how all of a view is selected, for as long as it is shown. */
export function useSelectAll(selectAll: () => void): void {
  const slot = use(SelectAllContext)
  useEffect(() => slot?.offer(selectAll), [slot, selectAll])
}

/**
 * Ctrl+A or Cmd+A selects the body and nothing else, while the focus is on the body, on one of its controls, or nowhere.
 * @param within the body with its controls
 */
export function useSelectAllKey(within: RefObject<HTMLElement | null>, slot: SelectAll): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isOurs || event.key.toLowerCase() !== 'a' || event.defaultPrevented || isInField(event)) return
      if (!isWithin(within.current, document.activeElement)) return
      if (slot.run()) event.preventDefault()
    }
    // "Select all" of a menu has no key: it begins with the whole page, whatever has the focus.
    const onSelect = (event: Event) => {
      const isBeside = document.activeElement !== document.body && isWithin(within.current, document.activeElement)
      if (event.target === document.body && isBeside && slot.run()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('selectstart', onSelect)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('selectstart', onSelect)
    }
  }, [within, slot])
}

/** Whether the focus is on the body, elsewhere in its tab, or nowhere. */
function isWithin(body: HTMLElement | null, focused: Element | null): boolean {
  if (focused === null || focused === document.body) return true
  return (body?.closest('[role="tabpanel"]') ?? body)?.contains(focused) === true
}

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

interface Search {
  wanted: string
  /** The matches, or null while the search runs or nothing is searched for. */
  found: Found | null
  busy: boolean
  marks: Marks
  type(wanted: string): void
  /** Goes to another match, around the ends. */
  step(by: number): void
}

/** Pause in typing before a search starts, ms. */
const calmMs = 120

/** Searches a body while the user types. @param exact in the bytes as they came, where they are shown recoded */
export function useSearch(reader: BodyReader, exact: boolean): Search {
  const [wanted, setWanted] = useState('')
  const settled = useSettled(wanted, calmMs)
  const [result, setResult] = useState<{ found: Found; of: string; exact: boolean } | null>(null)
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (settled === '') return
    let stopped = false
    void reader.find(settled, exact).then((found) => {
      if (stopped) return
      setResult({ found, of: settled, exact })
      setCurrent(0)
    })
    return () => {
      stopped = true
    }
  }, [reader, settled, exact])
  const found = result !== null && wanted !== '' && result.of === wanted && result.exact === exact ? result.found : null
  const marks = useMemo(() => (found === null ? noMarks : { places: found.places, current }), [found, current])
  const count = (found?.places.length ?? 0) / 2
  return {
    wanted,
    found,
    busy: wanted !== '' && found === null,
    marks,
    type: setWanted,
    step: (by) => {
      if (count > 0) setCurrent((current) => (current + by + count) % count)
    },
  }
}

/** The place in the bar that the view in sight may use for its own controls. */
export const BarSlotContext = createContext<HTMLElement | null>(null)

/** Puts controls of a view into the bar above it. */
export function BarSlot({ children }: { children: ReactNode }) {
  const slot = use(BarSlotContext)
  return slot && createPortal(children, slot)
}
