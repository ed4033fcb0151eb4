import { ArrowLeft, ListFilter } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { CaseFile } from '../../../../shared/wireTypes.ts'
import { isForeignId } from '../../../data/state/route.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { EmptyState, ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { ListBox } from '../../../ui/lists/ListBox.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { DeliveryPane } from '../delivery/DeliveryPane.tsx'
import { DeliveryRow } from '../list/DeliveryRow.tsx'
import rowStyles from '../list/DeliveryList.module.css'
import { caseWords as words } from './words.ts'
import styles from './CaseView.module.css'

const pageSize = 200
/** Pause in typing before a search starts, ms. */
const typingMs = 250

/** One opened file: its deliveries, and the one that is chosen, read only. */
export function CaseView({ file }: { file: CaseFile }) {
  const { navigation } = useApp()
  const [text, setText] = useState('')
  const filter = useSettled(text, typingMs)
  return (
    <div className={styles.view}>
      <header className={styles.head}>
        <Button
          look="quiet"
          icon={<ArrowLeft aria-hidden="true" />}
          onClick={() => navigation.go({ screen: 'case-files', deliveryId: null })}
        >
          {words.back}
        </Button>
        <h1 className={styles.name}>{visibleText(file.name)}</h1>
        <span className={styles.mark}>{words.foreign}</span>
        <span className="muted">{words.recheckedOf(file.rechecked)}</span>
        <input
          type="search"
          className={styles.search}
          aria-label={words.search}
          placeholder={words.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      <div className={styles.parts}>
        <Deliveries key={filter} file={file} filter={filter} onFilter={setText} />
      </div>
    </div>
  )
}

interface DeliveriesProps {
  file: CaseFile
  filter: string
  onFilter: (text: string) => void
}

function Deliveries({ file, filter, onFilter }: DeliveriesProps) {
  const client = useClient()
  const { navigation } = useApp()
  const shown = useAppState((state) => state.route.deliveryId)
  const [more, setMore] = useState<{ items: readonly DeliverySummary[]; next: string | null } | null>(null)
  const load = async (before?: string) =>
    client.deliveries.list({ case: file.id, limit: pageSize, filter, ...(before === undefined ? {} : { before }) })
  const first = useLoad(`${file.id} ${filter}`, async () => load())
  const items = useMemo(() => [...(first.data?.items ?? []), ...(more?.items ?? [])], [first.data, more])
  const next = more === null ? (first.data?.next ?? null) : more.next
  const older = useCall(async (before: string) => {
    const page = await load(before)
    setMore({ items: [...(more?.items ?? []), ...page.items], next: page.next })
  })
  const chosen = shown !== null && isForeignId(shown) ? shown : null
  const [newest] = items
  useEffect(() => {
    if (chosen === null && newest !== undefined) navigation.go({ deliveryId: newest.id }, true)
  }, [chosen, newest, navigation])
  const rows = useMemo(() => items.map((delivery) => ({ delivery, thread: null })), [items])
  if (first.problem !== null) return <ErrorNote>{first.problem.message}</ErrorNote>
  if (first.data === undefined) return <Loading what={words.loading} />
  return (
    <>
      <div className={styles.list}>
        {rows.length === 0 ? (
          <EmptyState title={words.noMatch} />
        ) : (
          <ListBox
            id="case-deliveries"
            label={words.list}
            items={rows}
            keyOf={({ delivery }) => delivery.id}
            chosen={chosen}
            onChoose={({ delivery }) => navigation.go({ deliveryId: delivery.id })}
            onEnter={() => undefined}
            Row={DeliveryRow}
            rowClass={rowStyles.row}
            menu="foreign"
            total={next === null ? rows.length : -1}
            onNearEnd={next === null || older.busy ? undefined : async () => older.run(next)}
            ahead={50}
            place={`${file.id} ${filter}`}
          />
        )}
      </div>
      <div className={styles.pane}>
        <OfObject delivery={items.find(({ id }) => id === chosen)} filter={filter} onFilter={onFilter} />
        <DeliveryPane id={chosen} />
      </div>
    </>
  )
}

/** Leads to the deliveries of the object that one names, and back to all. */
function OfObject({
  delivery,
  filter,
  onFilter,
}: {
  delivery: DeliverySummary | undefined
  filter: string
  onFilter: (text: string) => void
}) {
  const { resourceType = null, resourceId = null } = delivery ?? {}
  const ofObject =
    resourceType === null || resourceId === null
      ? null
      : `${formatTerm(termOf('type', resourceType))} ${formatTerm(termOf('id', resourceId))}`
  if (ofObject === null && filter === '') return null
  return (
    <p className={styles.ofObject}>
      {ofObject !== null && filter !== ofObject && (
        <Button look="quiet" icon={<ListFilter aria-hidden="true" />} onClick={() => onFilter(ofObject)}>
          {words.ofObject}
        </Button>
      )}
      {filter !== '' && (
        <Button look="quiet" onClick={() => onFilter('')}>
          {words.ofAll}
        </Button>
      )}
    </p>
  )
}
