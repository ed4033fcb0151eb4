import { useId } from 'react'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { at, closing, holdsValues, type JsonIndex, kindOf, none } from '../../../bytes/jsonIndex.ts'
import { jsonPath } from '../../../bytes/jsonPieces.ts'
import { readString, textOf, textOfKey } from '../../../bytes/utf8.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { allObjects } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { useContextMenu } from '../../../ui/popups/Menus.tsx'
import { bodyWords as words } from './words.ts'

/** Maximum number of characters of a value in a search. */
const mostSearched = 200

/** Fields of a notification that the filter has a key for. */
const filterKeyOf = { resourceType: 'type', action: 'action', resourceId: 'id', id: 'id' } as const

/**
 * Offers the context menu of the values of a JSON text: elements with their node in `data-node`.
 * @returns what these elements have as `data-menu`
 */
export function useValueMenu(index: JsonIndex, bytes: Uint8Array): string {
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
    const path = jsonPath(index, bytes, node)
    const term = holdsValues(index, node) ? null : filterTermOf(path, value)
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

/** A filter term for deliveries with a value: by a key of the filter where it has one, else as words. Null without a value. */
function filterTermOf(path: string, value: string): FilterTerm | null {
  if (!/[\p{L}\p{N}]/u.test(value)) return null
  const key = Object.hasOwn(filterKeyOf, path) ? filterKeyOf[path as keyof typeof filterKeyOf] : null
  if (key !== null) return termOf(key, value)
  const text = value.slice(0, mostSearched).replaceAll('"', ' ')
  return { key: 'text', values: [text], quoted: true, negated: false, at: null }
}
