import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { contractStates } from '../../../../shared/codes/contractStates.ts'
import { followUpStates, verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import { type FilterKey, filterKeys, filterMarks, forwardStates } from '../../../../shared/filter/deliveryFilter.ts'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { SavedFilter, SeenField } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { Button, IconButton, tip } from '../../../ui/basics/Button.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { asksForField, lastWord, type Suggestion } from './filterDraft.ts'
import { filterId, focusOn, useEscapeFrom } from './inboxActions.ts'
import { fieldHints, filterKeyHints, filterValueHints, savedFilterWords as words, seenHint } from './laterWords.ts'
import { filterWords, inboxWords } from './words.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './InboxParts.module.css'

const maxLetters = 80

export interface SavedFiltersProps {
  /** The filter in use as text; empty: none that could be saved. */
  current: string
  onClose: () => void
}

/** The saved filters under the filter bar: use one, rename it, delete it, save the one in use. */
export function SavedFilters({ current, onClose }: SavedFiltersProps) {
  const { navigation } = useApp()
  const { data: saved } = useQuery(useCalls().savedFilters.list.queryOptions())
  const close = () => {
    onClose()
    focusOn(filterId)
  }
  const apply = ({ filter }: SavedFilter) => {
    navigation.go({ filter }, true)
    close()
  }
  const part = useEscapeFrom<HTMLElement>(close)
  return (
    <section ref={part} className={styles.savedPanel} aria-label={filterWords.saved}>
      {saved === undefined && <Loading what={inboxWords.loadingWhat} />}
      {saved?.length === 0 && <p className="muted">{words.none}</p>}
      {saved !== undefined && saved.length > 0 && (
        <ul className={styles.savedList}>
          {saved.map((one) => (
            <SavedRow key={one.id} saved={one} inUse={one.filter === current} onApply={() => apply(one)} />
          ))}
        </ul>
      )}
      {current === '' ? <p className="muted">{words.nothingToSave}</p> : <SaveFilter filter={current} />}
    </section>
  )
}

interface SavedRowProps {
  saved: SavedFilter
  inUse: boolean
  onApply: () => void
}

/** One saved filter: a click uses it. */
function SavedRow({ saved: { id, name, filter }, inUse, onApply }: SavedRowProps) {
  const calls = useCalls().savedFilters
  const update = useMutation(calls.update.mutationOptions())
  const { mutateAsync: removeSaved } = useMutation(calls.remove.mutationOptions())
  const ask = useAsk()
  const rename = () =>
    void ask.prompt({
      title: words.rename(name),
      label: words.newName,
      initial: name,
      maxLength: maxLetters,
      missing: words.giveName,
      yes: words.saveName,
      no: words.keep,
      run: async (given) => (given === name ? null : problemSentenceOf(update.mutateAsync({ id, name: given }))),
    })
  const remove = () =>
    void ask.confirm({
      title: words.reallyRemove(name),
      text: <p className="mono">{filter}</p>,
      yes: words.doRemove,
      no: words.keep,
      isDanger: true,
      run: async () => problemSentenceOf(removeSaved({ id })),
    })
  return (
    <li className={styles.savedRow}>
      <button type="button" className={styles.savedApply} onClick={onApply}>
        <span className="unseen">{words.apply(name)}</span>
        <span className="truncate" aria-hidden="true">
          {name}
        </span>
        <span className="muted mono truncate">{inUse ? words.inUse : filter}</span>
      </button>
      <IconButton label={words.rename(name)} icon={<Pencil />} onClick={rename} />
      <IconButton label={words.remove(name)} icon={<Trash2 />} onClick={remove} />
    </li>
  )
}

function SaveFilter({ filter }: { filter: string }) {
  const [name, setName] = useState('')
  const { mutate, isPending, error } = useMutation(
    useCalls().savedFilters.create.mutationOptions({
      // Keeps a name that was typed while this one was saved.
      onSuccess: (_, { name: saved }) => setName((now) => (now.trim() === saved ? '' : now)),
    }),
  )
  const save = () => {
    if (name.trim() !== '' && !isPending) mutate({ name: name.trim(), filter })
  }
  return (
    <Form className={styles.saveFilter} onSubmit={save}>
      <input
        {...tip(words.nameHint(filter))}
        data-part="input"
        className={fieldStyles.input}
        aria-label={words.name}
        placeholder={words.name}
        maxLength={maxLetters}
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={isPending} disabled={name.trim() === ''}>
        {words.save}
      </Button>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
    </Form>
  )
}

/** Offers the saved filters in the palette. Shows nothing itself. */
export function SavedFilterCommands() {
  const { navigation } = useApp()
  const { data: saved = [] } = useQuery(useCalls().savedFilters.list.queryOptions())
  useCommands(() =>
    saved.map(({ id, name, filter }) => ({
      id: `filter.saved.${id}`,
      title: words.applyCommand(name),
      group: 'filter',
      detail: filter,
      run: () => navigation.go({ filter }),
    })),
  )
  return null
}

/** Number of occurrences of each value. */
export type SeenValues = Readonly<Record<'verdict' | 'type' | 'action' | 'method', ReadonlyMap<string, number>>>

const maxSuggestions = 12
const moments = ['10m', '1h', '24h', '7d']

/**
 * Completions for the last word of the draft.
 * @param fields what deliveries had, for `body.` and the like
 */
export function suggestionsFor(draft: string, seen: SeenValues, fields: readonly SeenField[] = []): Suggestion[] {
  const [, sign = '', word = ''] = /^([-!]?)(.*)$/s.exec(lastWord(draft)) ?? []
  if (asksForField(word)) return fieldSuggestions(sign, word, fields)
  const colon = word.indexOf(':')
  if (colon === -1) {
    const beginnings = [
      ...filterKeys.map((key) => ({ text: `${key}:`, hint: filterKeyHints[key] })),
      ...Object.entries(fieldHints).map(([text, hint]) => ({ text, hint })),
    ]
    return beginnings
      .filter(({ text }) => text.startsWith(word.toLowerCase()))
      .map(({ text, hint }) => ({ insert: sign + text, label: sign + text, hint }))
  }
  const key = filterKeys.find((known) => known === word.slice(0, colon).toLowerCase())
  if (key === undefined) return []
  const bar = word.lastIndexOf('|')
  const before = bar === -1 ? '' : word.slice(colon + 1, bar + 1)
  const begun = word.slice(Math.max(colon, bar) + 1).toLowerCase()
  return valuesOf(key, seen)
    .filter(({ value }) => value.toLowerCase().startsWith(begun))
    .slice(0, maxSuggestions)
    .map(({ value, hint }) => ({ insert: `${sign}${key}:${before}${typed(value, before)} `, label: value, hint }))
}

/** The fields that begin with what is typed; nothing once an operator is there. */
function fieldSuggestions(sign: string, word: string, fields: readonly SeenField[]): Suggestion[] {
  const [, exists = '', place = ''] = /^(exists:)?(.*)$/is.exec(word) ?? []
  return fields
    .filter((field) => field.place.toLowerCase().startsWith(place.toLowerCase()) && field.place !== place)
    .slice(0, maxSuggestions)
    .map((field) => ({
      insert: `${sign}${exists}${field.place}${exists === '' ? ':' : ' '}`,
      label: field.place,
      hint: seenHint(field.deliveries),
    }))
}

/** Quotes a value where needed; values in a list stay as they are. */
function typed(value: string, before: string): string {
  return before === '' ? formatTerm(termOf('type', value)).slice('type:'.length) : value
}

function valuesOf(key: FilterKey, seen: SeenValues): { value: string; hint: string }[] {
  switch (key) {
    case 'verdict':
      return withCounts(verdicts, seen.verdict)
    case 'type':
    case 'action':
    case 'method':
      return withCounts([...seen[key].keys()].sort(), seen[key])
    case 'status':
      return followUpStates.map((value) => ({ value, hint: filterValueHints.status[value] }))
    case 'forward':
      return forwardStates.map((value) => ({ value, hint: filterValueHints.forward[value] }))
    case 'contract':
      return contractStates.map((value) => ({ value, hint: filterValueHints.contract[value] }))
    case 'is':
      return filterMarks.map((value) => ({ value, hint: filterValueHints.is[value] }))
    case 'after':
    case 'before':
      return moments.map((value) => ({ value, hint: filterValueHints.ago(value) }))
    case 'id':
    case 'change':
      return []
  }
}

function withCounts(values: readonly string[], seen: ReadonlyMap<string, number>): { value: string; hint: string }[] {
  return values.map((value) => ({ value, hint: seenHint(seen.get(value) ?? 0) }))
}

/** Counts the values that occur in the given deliveries. */
export function seenValues(items: readonly DeliverySummary[]): SeenValues {
  const seen = { verdict: new Map(), type: new Map(), action: new Map(), method: new Map() } as Record<
    keyof SeenValues,
    Map<string, number>
  >
  const note = (values: Map<string, number>, value: string | null) => {
    if (value !== null && value !== '') values.set(value, (values.get(value) ?? 0) + 1)
  }
  for (const { verdict, resourceType, action, method } of items) {
    note(seen.verdict, verdict)
    note(seen.type, resourceType)
    note(seen.action, action)
    note(seen.method, method)
  }
  return seen
}
