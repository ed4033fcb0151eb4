import { useQueries } from '@tanstack/react-query'
import { ArrowLeftRight, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Delivery } from '../../../../../shared/wireTypes.ts'
import { tableCommand, useShortcut } from '../../../../commands/shortcuts.tsx'
import { useCommands } from '../../../../commands/useCommands.ts'
import { useApp, useAppState, useCalls } from '../../../../data/state/useApp.ts'
import { visibleText } from '../../../../text/visibleText.tsx'
import { Button, IconButton } from '../../../../ui/basics/Button.tsx'
import { ErrorNote, Loading } from '../../../../ui/notes/Notes.tsx'
import { Seal } from '../../../../ui/basics/Seal.tsx'
import { Time } from '../../../../ui/basics/Time.tsx'
import { isTyping } from '../../../../ui/hooks/typing.ts'
import { CompareBody } from './CompareBody.tsx'
import { CompareFacts, CompareTiming, PairTable } from './CompareFacts.tsx'
import { alignHeaders, type HeaderPair, summaryOf, type ComparedBodies, useBodies } from './compareBodies.ts'
import { compareWords } from './words.ts'
import tabsStyles from '../../../../ui/layout/Tabs.module.css'
import styles from './CompareView.module.css'
import { difference, type Difference } from '../../../../../shared/json/difference.ts'
import { parseExactly } from '../../../../../shared/json/exactJson.ts'
import { DifferenceTable } from '../../objects/ObjectPanels.tsx'

/** Two deliveries side by side: headers, body, object, times and verdict. */
export function CompareView({ ids }: { ids: readonly [string, string] }) {
  const calls = useCalls()
  const reads = useQueries({
    queries: ids.map((id) => calls.deliveries.get.queryOptions({ input: { id, explain: 'false' } })),
  })
  const [a, b] = reads.map(({ data }) => data)
  if (a !== undefined && b !== undefined) return <Compared key={`${a.id} ${b.id}`} pair={[a, b]} />
  const failed = reads.find(({ error }) => error !== null)
  if (failed?.error == null) return <Loading what={compareWords.loading} />
  const again = () => {
    for (const { error, refetch } of reads) if (error !== null) void refetch()
  }
  return <ErrorNote next={<Button onClick={again}>{compareWords.tryAgain}</Button>}>{failed.error.message}</ErrorNote>
}

function Compared({ pair }: { pair: readonly [Delivery, Delivery] }) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const toggle = () => setOnlyDifferences((now) => !now)
  const { swap, close } = useMoves(pair)
  const bodies = useBodies(pair)
  useShortcut('compare.swap', swap)
  useShortcut('compare.only', toggle)
  useCommands(() => [
    { ...tableCommand('compare.swap'), title: compareWords.swapHint, group: 'delivery', run: swap },
    { ...tableCommand('compare.only'), title: compareWords.onlyDifferencesHint, group: 'delivery', run: toggle },
    { id: 'compare.close', title: compareWords.close, group: 'delivery', run: close },
  ])
  return (
    <div className={styles.comparison}>
      <header className={styles.comparisonHead}>
        <h2>{compareWords.title}</h2>
        <Button icon={<ArrowLeftRight aria-hidden="true" />} hint={compareWords.swapHint} onClick={swap}>
          {compareWords.swap}
        </Button>
        <Button aria-pressed={onlyDifferences} hint={compareWords.onlyDifferencesHint} onClick={toggle}>
          {compareWords.onlyDifferences}
        </Button>
        <IconButton label={compareWords.close} hint={compareWords.closeHint} icon={<X />} onClick={close} />
      </header>
      <div className={styles.comparisonScroll} tabIndex={0} role="region" aria-label={compareWords.name}>
        <Summary pair={pair} bodies={bodies} />
        <Names pair={pair} />
        <CompareFacts pair={pair} onlyDifferences={onlyDifferences} />
        <CompareHeaders pair={pair} onlyDifferences={onlyDifferences} />
        <CompareBody pair={pair} bodies={bodies} />
        <CompareObject pair={pair} />
        <CompareTiming pair={pair} onlyDifferences={onlyDifferences} />
      </div>
    </div>
  )
}

/** Steps that change what is compared. Esc closes the comparison before it does anything else. */
function useMoves([a, b]: readonly [Delivery, Delivery]): { swap: () => void; close: () => void } {
  const { navigation } = useApp()
  const chosen = useAppState((state) => state.route.deliveryId)
  const chosenAtFirst = useRef(chosen)
  useEffect(() => {
    if (chosen === null && chosenAtFirst.current === null) {
      // A list that follows what comes would show a row that is none of the two.
      chosenAtFirst.current = a.id
      navigation.go({ deliveryId: a.id }, true)
    } else if (chosen !== chosenAtFirst.current) {
      // Choosing a row in the list shows that delivery.
      navigation.go({ compare: null }, true)
    }
  }, [navigation, chosen, a.id])
  const swap = () => navigation.go({ compare: [b.id, a.id] }, true)
  const close = () => navigation.go({ compare: null, marked: null }, true)
  // Once the comparison is seen, Esc is its own.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTyping(event) || document.querySelector('[role="menu"]') !== null) return
      event.preventDefault()
      navigation.go({ compare: null, marked: null }, true)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [navigation])
  return { swap, close }
}

function Summary({ pair: [a, b], bodies }: { pair: readonly [Delivery, Delivery]; bodies: ComparedBodies }) {
  const headers = alignHeaders(a.headers, b.headers)
  return (
    <p className={styles.comparisonSummary} role="status">
      {summaryOf(headers, bodies)}
    </p>
  )
}

function Names({ pair }: { pair: readonly [Delivery, Delivery] }) {
  const { navigation } = useApp()
  return (
    <div className={styles.comparisonNames}>
      {pair.map((delivery, side) => (
        <div key={delivery.id} className={styles.comparisonName}>
          <span className={styles.comparisonSide}>{side === 0 ? compareWords.one : compareWords.other}</span>
          <Seal verdict={delivery.verdict} size={22} labelled />
          <div className="truncate">
            <a href={navigation.href({ deliveryId: delivery.id, compare: null })}>
              {delivery.resourceType ?? compareWords.request(delivery.method)} {delivery.action}
              <span className="unseen">{compareWords.open(delivery.id)}</span>
            </a>
            <p className="muted truncate">
              <Time at={delivery.receivedAt} /> · {compareWords.deliveryId(delivery.id)}
            </p>
          </div>
        </div>
      ))}
    </div>
  )
}

/** The headers by name; a changed order is said, because some receivers look at it. */
function CompareHeaders({
  pair: [a, b],
  onlyDifferences,
}: {
  pair: readonly [Delivery, Delivery]
  onlyDifferences: boolean
}) {
  const pairs = alignHeaders(a.headers, b.headers)
  const moved = pairs.filter((pair) => pair.moved).map(({ names }) => visibleText(names[0] ?? ''))
  const rows = pairs.map((pair) => ({
    key: pair.key,
    name: (
      <>
        {visibleText(nameOf(pair))}
        {pair.moved && <span className="muted"> {compareWords.moved}</span>}
      </>
    ),
    one: shown(pair.values[0]),
    other: shown(pair.values[1]),
    differs: pair.differs,
  }))
  return (
    <section className={tabsStyles.group} aria-label={compareWords.headers}>
      <h3>{compareWords.headers}</h3>
      {moved.length > 0 && <p className={styles.comparisonNote}>{compareWords.order(moved)}</p>}
      <PairTable
        label={compareWords.headers}
        rows={rows}
        onlyDifferences={onlyDifferences}
        same={compareWords.headersSame}
      />
    </section>
  )
}

function nameOf({ names: [one, other] }: HeaderPair): string {
  if (one === null || other === null || one === other) return one ?? other ?? ''
  return compareWords.spelled(one, other)
}

function shown(value: string | null) {
  return value === null ? <span className="muted">{compareWords.didNotCome}</span> : visibleText(value)
}

/** The object as the follow-up of each delivery found it. */
function CompareObject({ pair: [a, b] }: { pair: readonly [Delivery, Delivery] }) {
  return (
    <section className={tabsStyles.group} aria-label={compareWords.object}>
      <h3>{compareWords.object}</h3>
      <Snapshots a={a} b={b} />
    </section>
  )
}

function Snapshots({ a, b }: { a: Delivery; b: Delivery }) {
  const [one, other] = [snapshotOf(a), snapshotOf(b)]
  if (one === null || other === null) {
    return <p className="muted">{compareWords.objectMissing(one === null ? compareWords.one : compareWords.other)}</p>
  }
  const places = placesOf(one, other)
  return (
    <>
      {(a.resourceId !== b.resourceId || a.resourceType !== b.resourceType) && (
        <p className={styles.comparisonNote}>{compareWords.otherObjects}</p>
      )}
      {places === null ? (
        <p className={styles.comparisonNote}>{one === other ? compareWords.objectSame : compareWords.notJson}</p>
      ) : places.length === 0 ? (
        <p>{compareWords.objectSame}</p>
      ) : (
        <DifferenceTable lines={places} words={compareWords.places} />
      )}
    </>
  )
}

/** The answer to the last follow-up that found the object. */
function snapshotOf({ attempts }: Delivery): string | null {
  const found = attempts.findLast(
    ({ kind, status, error, body }) =>
      kind === 'follow-up' && error === null && body !== null && status !== null && status >= 200 && status < 300,
  )
  return found?.body ?? null
}

function placesOf(one: string, other: string): Difference[] | null {
  try {
    return difference(parseExactly(one), parseExactly(other))
  } catch {
    return null
  }
}
