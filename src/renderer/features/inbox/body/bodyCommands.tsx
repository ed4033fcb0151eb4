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
import { Check, Copy } from 'lucide-react'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { useCopied } from '../../../ui/fields/CopyButton.tsx'
import { uiWords } from '../../../ui/words.ts'
import { type RefObject, useEffect, useRef, useId, createContext, use } from 'react'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { canBeAsked, type FieldSource } from '../../../../shared/filter/fieldTerm.ts'
import { fieldTermOf, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { readString, textOf, textOfKey } from '../../../bytes/utf8.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { allObjects } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { bodyWords as words } from './words.ts'
import { isInField } from '../../../ui/hooks/typing.ts'

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
    const onKey = (event: KeyboardEvent) => {
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
