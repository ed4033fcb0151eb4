import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { defaultResourcePaths } from '../../../../shared/defaultResourcePaths.ts'
import type { ObjectSummary } from '../../../../shared/wireTypes.ts'
import { objectFilterId } from '../../../commands/shortcuts.tsx'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { IconButton } from '../../../ui/basics/Button.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { Select } from '../../../ui/fields/Select.tsx'
import { isComposing } from '../../../ui/hooks/typing.ts'
import { Split } from '../../../ui/layout/Split.tsx'
import { objectWords } from './words.ts'
import { NoObjects, ObjectList, useObjects } from './ObjectList.tsx'
import { StoryPane } from './Story.tsx'
import { objectKey, objectListId, type ShownObject } from './storyPoints.ts'
import styles from './ObjectsScreen.module.css'

/** Every object that deliveries named, and the story of the chosen one. */
export function ObjectsScreen() {
  const environment = useAppState(({ feed, route }) => route.environmentId ?? feed.status?.environment.id)
  return environment === undefined ? null : <ObjectsOf key={environment} environment={environment} />
}

function ObjectsOf({ environment }: { environment: string }) {
  const { chosen, type, words } = useAppState((state) => state.route.objects)
  const objects = useObjects(environment, type, words)
  const shown = useShown(chosen, objects.items)
  const isNarrowed = type !== null || words !== ''
  if (objects.items?.length === 0 && !isNarrowed && chosen === null) {
    return (
      <>
        <h1 className="unseen">{objectWords.title}</h1>
        <NoObjects isNarrowed={false} />
      </>
    )
  }
  return (
    <Split
      name="objects"
      initial={0.44}
      first={
        <section className={styles.objects} aria-label={objectWords.title}>
          <h1 className="unseen">{objectWords.title}</h1>
          <ObjectFilter items={objects.items ?? []} />
          <ObjectList objects={objects} isNarrowed={isNarrowed} shown={shown} />
        </section>
      }
      second={<StoryPane environment={environment} shown={shown} />}
    />
  )
}

/** The object whose story is shown: the chosen one, else the newest of the list, which then stays while newer ones come. */
export function useShown(chosen: ShownObject | null, items: readonly ShownObject[] = []): ShownObject | null {
  const [kept, setKept] = useState<ShownObject | null>(null)
  const isListed = kept !== null && items.some((item) => objectKey(item) === objectKey(kept))
  const first = isListed ? kept : (items[0] ?? null)
  if (first !== kept) setKept(first)
  return chosen ?? first
}

/** Words wait this long for the next letter before they are searched, ms. */
const typingPauseMs = 250

/** Narrows the list to a type and to words. The address keeps both. */
function ObjectFilter({ items }: { items: readonly ObjectSummary[] }) {
  const { navigation, store } = useApp()
  const place = useAppState((state) => state.route.objects)
  const [draft, setDraft] = useState(place.words)
  const applied = useRef(place.words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A step back in the browser's history changes the words from elsewhere.
  useEffect(() => {
    if (applied.current === place.words) return
    applied.current = place.words
    setDraft(place.words)
  }, [place.words])

  const narrow = (change: { type?: string | null; words?: string }) =>
    navigation.go({ objects: { ...store.getState().route.objects, ...change } }, true)
  const search = (text: string, now = false) => {
    clearTimeout(timer.current)
    setDraft(text)
    const apply = () => {
      applied.current = text.trim()
      narrow({ words: applied.current })
    }
    if (now) apply()
    else timer.current = setTimeout(apply, typingPauseMs)
  }
  return (
    <search className={styles.filter}>
      <Search className={fieldStyles.filterSign} aria-hidden="true" />
      <input
        id={objectFilterId}
        data-part="filter-input"
        className={fieldStyles.filterInput}
        type="text"
        aria-label={objectWords.find}
        placeholder={objectWords.findExample}
        spellCheck={false}
        autoComplete="off"
        value={draft}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') search(draft, true)
          else if (event.key !== 'Escape') return
          else if (draft !== '') search('', true)
          else document.querySelector<HTMLElement>(`#${objectListId}`)?.focus()
          event.preventDefault()
        }}
      />
      {draft !== '' && <IconButton label={objectWords.clear} icon={<X />} onClick={() => search('', true)} />}
      <Select
        className={styles.type}
        aria-label={objectWords.type}
        value={place.type ?? ''}
        options={[
          { value: '', label: objectWords.allTypes },
          ...typesOf(items, place.type).map((type) => ({ value: type, label: type })),
        ]}
        onChange={(type) => narrow({ type: type === '' ? null : type })}
      />
    </search>
  )
}

/** The documented types and those that were seen, each as it was seen. */
function typesOf(items: readonly ObjectSummary[], chosen: string | null): string[] {
  const documented = Object.keys(defaultResourcePaths())
  const seen = [...items.map((item) => item.resourceType), ...(chosen === null ? [] : [chosen]), ...documented]
  const types = new Map<string, string>()
  for (const type of seen) if (!types.has(type.toLowerCase())) types.set(type.toLowerCase(), type)
  return [...types.values()].sort((a, b) => a.localeCompare(b))
}
