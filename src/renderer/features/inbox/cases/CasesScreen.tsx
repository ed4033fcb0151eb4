import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { FolderOpen, ArrowLeft, ListFilter } from 'lucide-react'
import type { CaseFile } from '../../../../shared/wireTypes.ts'
import type { OpenState } from '../../../data/state/appStore.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { Loading, EmptyState, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { chooseFile } from '../../../ui/hooks/files.ts'
import { showOpening } from '../../../data/state/fileOpening.ts'
import { ExportSection } from './ExportSection.tsx'
import { caseWords as words } from './words.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import { isForeignId } from '../../../data/state/route.ts'
import { ListBox } from '../../../ui/lists/ListBox.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { DeliveryPane } from '../delivery/DeliveryPane.tsx'
import { DeliveryRow } from '../list/DeliveryRow.tsx'
import rowStyles from '../list/DeliveryList.module.css'
import styles from './CasesScreen.module.css'

/** Hands deliveries over, and shows what others handed over. */
export function CasesScreen() {
  const shown = useAppState((state) => state.route.deliveryId)
  const { data, error, refetch } = useQuery(useCalls().caseFiles.list.queryOptions())
  const [caseId] = shown?.split('.') ?? []
  const chosen = data?.find(({ id }) => id === caseId)
  if (chosen !== undefined) return <CaseView key={chosen.id} file={chosen} />
  return (
    <Screen title={words.title} lead={words.lead}>
      <Columns tables side={<ExportSection />}>
        <OpenSection />
        <Section title={words.listTitle}>
          {error !== null && (
            <ErrorNote next={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>}>
              {error.message}
            </ErrorNote>
          )}
          {data === undefined ? error === null && <Loading what={words.loading} /> : <OpenedFiles files={data} />}
        </Section>
      </Columns>
    </Screen>
  )
}

/** A file is chosen here, or dropped anywhere on the page. */
function OpenSection() {
  const app = useApp()
  const state = useAppState(({ opening }) => opening)
  return (
    <Section title={words.openTitle} lead={words.openLead}>
      <Stack>
        <Row>
          <Button
            icon={<FolderOpen aria-hidden="true" />}
            busy={state.kind === 'reading'}
            onClick={() => chooseFile((file) => showOpening(app, file))}
          >
            {words.choose}
          </Button>
          {state.kind === 'reading' && state.canCancel && <Button onClick={app.files.cancel}>{words.cancel}</Button>}
        </Row>
        <Outcome state={state} />
      </Stack>
    </Section>
  )
}

function Outcome({ state }: { state: OpenState }) {
  const { navigation } = useApp()
  switch (state.kind) {
    case 'idle':
      return null
    case 'reading':
      return <output className="numbers">{words.reading(visibleText(state.name), state.done, state.size)}</output>
    case 'failed':
      return <ErrorNote>{state.problem}</ErrorNote>
    case 'opened': {
      const { caseId, deliveries, refused, refusedCount, cutOff, rechecked } = state.opened
      return (
        <Stack>
          <output>{`${words.opened(visibleText(state.name), deliveries)}. ${words.recheckedOf(rechecked)}.`}</output>
          <a href={navigation.href({ screen: 'case-files', deliveryId: caseId })}>{words.showOpened}</a>
          {cutOff && <ErrorNote look="warn">{words.cutOff}</ErrorNote>}
          {refusedCount > 0 && (
            <details>
              <summary>{words.refused(refusedCount)}</summary>
              <ul>
                {refused.map(({ line, sentence }) => (
                  <li key={line}>{words.line(line, visibleText(sentence))}</li>
                ))}
              </ul>
            </details>
          )}
        </Stack>
      )
    }
  }
}

function OpenedFiles({ files }: { files: readonly CaseFile[] }) {
  const { navigation } = useApp()
  const remove = useMutation(useCalls().caseFiles.remove.mutationOptions())
  const ask = useAsk()
  const close = async ({ id, name }: CaseFile) =>
    ask.confirm({
      title: words.closeQuestion(visibleText(name)),
      text: words.closeText,
      yes: words.close,
      no: words.keep,
      run: async () => problemSentenceOf(remove.mutateAsync({ id })),
    })
  return (
    <DataTable
      label={words.listTitle}
      empty={words.none}
      rows={files}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          head: words.name,
          names: true,
          cell: ({ id, name }) => (
            <a href={navigation.href({ screen: 'case-files', deliveryId: id })}>{visibleText(name)}</a>
          ),
        },
        {
          key: 'deliveries',
          head: words.columns.deliveries,
          numeric: true,
          cell: ({ deliveries }) => groupDigits(deliveries),
        },
        { key: 'recheck', head: words.recheck, cell: ({ rechecked }) => words.rechecked(rechecked) },
        { key: 'at', head: words.openedAt, cell: ({ openedAt }) => <Time at={openedAt} form="ago" /> },
      ]}
      actions={(file) => (
        <Button look="quiet" onClick={() => void close(file)}>
          {words.close}
        </Button>
      )}
    />
  )
}

const pageSize = 200
/** Pause in typing before a search starts, ms. */
const typingMs = 250

/** One opened file: its deliveries, and the one that is chosen, read only. */
function CaseView({ file }: { file: CaseFile }) {
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
  const { navigation } = useApp()
  const shown = useAppState((state) => state.route.deliveryId)
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    useCalls().deliveries.list.infiniteOptions({
      input: (before: string | undefined) => ({
        case: file.id,
        limit: pageSize,
        filter,
        ...(before === undefined ? {} : { before }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      // A file does not change once it is open.
      staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
    }),
  )
  const loadOlder = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const chosen = shown !== null && isForeignId(shown) ? shown : null
  const [newest] = items
  useEffect(() => {
    if (chosen === null && newest !== undefined) navigation.go({ deliveryId: newest.id }, true)
  }, [chosen, newest, navigation])
  const rows = useMemo(() => items.map((delivery) => ({ delivery, thread: null })), [items])
  if (data === undefined) {
    return error === null ? <Loading what={words.loading} /> : <ErrorNote>{error.message}</ErrorNote>
  }
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
            total={hasNextPage ? -1 : rows.length}
            onNearEnd={canLoad ? loadOlder : undefined}
            ahead={50}
            place={`${file.id} ${filter}`}
          />
        )}
        {isFetchNextPageError && error !== null && (
          <ErrorNote next={<Button onClick={loadOlder}>{words.tryAgain}</Button>}>{error.message}</ErrorNote>
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
