import { Check, Download, Plus, Search, Upload } from 'lucide-react'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { Environment } from '../../../../../shared/wireTypes.ts'
import { matchingEnvironments } from '../../../../data/state/matchingEnvironments.ts'
import { useApp, useAppState } from '../../../../data/state/useApp.ts'
import { groupDigits } from '../../../../../shared/words/counts.ts'
import { formatClock, formatDay, isToday } from '../../../../text/format.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { EnvironmentMark } from '../../../../ui/EnvironmentMark.tsx'
import { ListBox, type ListHandle, type ListRowProps, useMoveKeys } from '../../../../ui/ListBox.tsx'
import { Seal } from '../../../../ui/Seal.tsx'
import { useKey } from '../../../../ui/useKey.ts'
import { useExport } from './ChosenEnvironment.tsx'
import { CreateEnvironment } from './CreateEnvironment.tsx'
import { ImportEnvironments } from './ImportEnvironments.tsx'
import { environmentWords } from './words.ts'
import styles from './Environments.module.css'

/** What has the focus after Enter in the list. */
export const environmentPaneId = 'environment-pane'
const searchId = 'environment-search'

/** One environment as the list shows it. */
interface ListedEnvironment {
  environment: Environment
  deliveries: number
  failed: number
  /** When the newest delivery came, ISO 8601; undefined where none did. */
  lastAt: string | undefined
}

/** All environments, found by typing: choose one to see and edit it, whether it is in use or not. */
export function EnvironmentList({ chosen }: { chosen: string }) {
  const { navigation, store } = useApp()
  const list = useRef<ListHandle>(null)
  const [query, setQuery] = useState('')
  const items = useListed(query)
  useMoveKeys(list)
  useKey(
    '/',
    useCallback(() => document.querySelector<HTMLElement>(`#${searchId}`)?.focus(), []),
  )
  const choose = ({ environment: { id } }: ListedEnvironment) => {
    const inUse = store.getState().feed.status?.environment.id
    navigation.go({ environmentId: id === inUse ? null : id }, true)
  }
  return (
    <section className={styles.pane} aria-label={environmentWords.title}>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          id={searchId}
          type="search"
          aria-label={environmentWords.search}
          placeholder={environmentWords.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            const [first] = items
            if (event.key === 'Enter' && first !== undefined) choose(first)
          }}
        />
        <ListActions />
      </div>
      <div className={styles.head} aria-hidden="true">
        <span>{environmentWords.name}</span>
        <span />
        <span>{environmentWords.last}</span>
        <span>{environmentWords.deliveriesHead}</span>
      </div>
      {items.length === 0 && <p className={`muted ${styles.none}`}>{environmentWords.noMatch}</p>}
      <ListBox
        handle={list}
        id="environment-list"
        label={environmentWords.title}
        items={items}
        keyOf={keyOf}
        chosen={chosen}
        onChoose={choose}
        onEnter={() => document.querySelector<HTMLElement>(`#${environmentPaneId}`)?.focus()}
        Row={EnvironmentRow}
        rowClass={styles.row}
        menu="environment"
        total={items.length}
        ahead={0}
        place={query}
      />
    </section>
  )
}

function keyOf({ environment }: ListedEnvironment): string {
  return environment.id
}

function useListed(query: string): readonly ListedEnvironment[] {
  const environments = useAppState((state) => state.feed.environments)
  const counts = useAppState((state) => state.feed.status?.counts)
  const unseen = useAppState((state) => state.feed.status?.unseen)
  return useMemo(
    () =>
      matchingEnvironments(environments, query).map((environment) => ({
        environment,
        deliveries: counts?.byEnvironment[environment.id] ?? 0,
        failed: unseen?.byEnvironment[environment.id] ?? 0,
        lastAt: counts?.lastByEnvironment[environment.id],
      })),
    [environments, query, counts, unseen],
  )
}

const EnvironmentRow = memo(function EnvironmentRow({ item }: ListRowProps<ListedEnvironment>) {
  const { environment, deliveries, failed, lastAt } = item
  return (
    <>
      <span className={styles.rowName}>
        <EnvironmentMark environment={environment} />
        {environment.kind === 'sandbox' && (
          <span className={styles.tag} title={environmentWords.builtInNote}>
            {environmentWords.builtIn}
          </span>
        )}
        {environment.active && (
          <span className={styles.active}>
            <Check aria-hidden="true" />
            <span className="unseen">{environmentWords.inUse}</span>
          </span>
        )}
      </span>
      <span className={styles.failed} title={failed === 0 ? undefined : environmentWords.failed(failed)}>
        {failed > 0 && (
          <>
            <Seal verdict="invalid" />
            <span aria-hidden="true">{groupDigits(failed)}</span>
            <span className="unseen">{environmentWords.failed(failed)}</span>
          </>
        )}
      </span>
      <span className={styles.last}>{lastAt === undefined ? '' : briefly(lastAt)}</span>
      <span className={styles.count}>
        <span aria-hidden="true">{deliveries === 0 ? '–' : groupDigits(deliveries)}</span>
        <span className="unseen">{environmentWords.count(deliveries)}</span>
      </span>
    </>
  )
})

/** The time of today, else the day. */
function briefly(at: string): string {
  return isToday(at) ? formatClock(at, 'minute') : formatDay(at)
}

/** What is done with all of them: a new one, from a file, into a file. */
function ListActions() {
  const environments = useAppState((state) => state.feed.environments)
  const [asked, setAsked] = useState<'new' | 'import' | null>(null)
  const close = useCallback(() => setAsked(null), [])
  const save = useExport()
  const nothingToExport = environments.every(({ kind }) => kind === 'sandbox')
  return (
    <>
      <IconButton
        icon={<Upload />}
        label={environmentWords.import}
        hint={environmentWords.importTitle}
        onClick={() => setAsked('import')}
      />
      <IconButton
        icon={<Download />}
        label={environmentWords.exportAll}
        busy={save.busy}
        disabled={nothingToExport}
        hint={
          save.problem?.message ?? (nothingToExport ? environmentWords.nothingToExport : environmentWords.exportNote)
        }
        onClick={() => void save.run()}
      />
      <Button icon={<Plus aria-hidden="true" />} onClick={() => setAsked('new')}>
        {environmentWords.newShort}
      </Button>
      <CreateEnvironment open={asked === 'new'} onClose={close} />
      <ImportEnvironments open={asked === 'import'} onClose={close} />
    </>
  )
}
