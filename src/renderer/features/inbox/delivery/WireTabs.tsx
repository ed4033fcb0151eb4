import { fieldTermOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { useId, useState } from 'react'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import type { HeaderLine } from '../../../../shared/model.ts'
import { requestWithoutCredentials } from '../../../../shared/credentials.ts'
import type { Delivery, Attempt } from '../../../../shared/wireTypes.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { CopyButton, useCopied } from '../../../ui/fields/CopyButton.tsx'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { explainHeader, deliveryWords, attemptWords } from './words.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import styles from './WireTabs.module.css'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import { Check, Copy, SquarePen } from 'lucide-react'
import { uiWords } from '../../../ui/words.ts'
import { Button, Row } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { countOf } from '../../../../shared/words/counts.ts'
import { formatDuration } from '../../../text/format.ts'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { FollowUpPanel, RepairFollowUp } from '../objects/FollowUpPanel.tsx'
import { JsonView } from '../body/JsonView.tsx'
import { timingWords } from '../../monitor/charts/words.ts'
import { TimingBar } from '../../monitor/charts/TimingBar.tsx'
import { FindFault, ReplayFrom } from '../../send/replay/Replay.tsx'
import notesStyles from '../../../ui/notes/Notes.module.css'

/** All headers, in the order and spelling of their arrival. */
export function HeadersTab({ delivery }: { delivery: Delivery }) {
  const { lines, headers: redacted } = requestWithoutCredentials(delivery)
  const whole = lines.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <div className={tabsStyles.body}>
      <section className={tabsStyles.group} aria-label={deliveryWords.headers}>
        <div className={styles.top}>
          <span className="muted">
            {delivery.tunnel?.headersNormalised === true
              ? deliveryWords.headersNormalised(delivery.tunnel.label)
              : deliveryWords.headersAsCame}
          </span>
          <CopyButton text={whole} what={deliveryWords.copyAllHeaders(redacted.length > 0)} />
        </div>
        <HeaderTable lines={delivery.headers} mark={delivery.signature.header} />
      </section>
      {delivery.trailers.length > 0 && (
        <section className={tabsStyles.group} aria-label={deliveryWords.trailers}>
          <h3>{deliveryWords.trailers}</h3>
          <HeaderTable lines={delivery.trailers} />
        </section>
      )}
    </div>
  )
}

interface HeaderTableProps {
  lines: readonly HeaderLine[]
  /** Name of a header to point out: the one with the signature. */
  mark?: string
}

export function HeaderTable({ lines, mark }: HeaderTableProps) {
  // The same name may come twice: the place is a line's identity.
  const rows = lines.map(([name, value], place) => ({ place, name, value }))
  const menu = useHeaderMenu(lines)
  return (
    <DataTable
      look="values"
      hideHead
      className={styles.headers}
      rows={rows}
      rowKey={({ place }) => place}
      rowData={({ place, name }) => ({
        'data-menu': menu,
        'data-place': place,
        'data-mark': mark?.toLowerCase() === name.toLowerCase() || undefined,
      })}
      columns={[
        {
          key: 'name',
          head: deliveryWords.headerName,
          names: true,
          mono: true,
          cell: ({ name }) => visibleText(name),
        },
        {
          key: 'value',
          head: deliveryWords.headerValue,
          mono: true,
          cell: ({ name, value }) => (
            <>
              {visibleText(value)}
              <HeaderParts name={name} value={value} />
            </>
          ),
        },
      ]}
    />
  )
}

/** Offers the context menu of a table's rows. Returns the rows' `data-menu`. */
function useHeaderMenu(lines: readonly HeaderLine[]): string {
  const kind = useId()
  const { navigation, store } = useApp()
  const copyText = useCopyText()
  useContextMenu(kind, (row) => {
    const [name, value] = lines[Number(row.dataset['place'])] ?? []
    if (name === undefined || value === undefined) return null
    const narrow = (negated: boolean) => {
      const term: FilterTerm = { ...fieldTermOf('header', [name.toLowerCase()], value.replaceAll('"', '')), negated }
      navigation.go({ screen: 'inbox', filter: narrowed(store.getState().route.filter, term) })
    }
    return {
      label: visibleText(name),
      entries: contextEntries('header', {
        'header.copyName': { run: () => copyText(name) },
        'header.copyValue': { run: () => copyText(value) },
        'header.copyLine': { run: () => copyText(`${name}: ${value}`) },
        'filter.only': { title: deliveryWords.filterByValue, run: () => narrow(false) },
        'filter.without': { title: deliveryWords.excludeValue, run: () => narrow(true) },
      }),
    }
  })
  return kind
}

function HeaderParts({ name, value }: { name: string; value: string }) {
  const parts = explainHeader(name, value)
  if (parts === null) return null
  return (
    <dl className={styles.parts}>
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd>{part.isId === true ? <CopyId text={part.value} what={part.name} /> : visibleText(part.value)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface CopyIdProps {
  text: string
  /** Names the copied text, such as "the object's id". */
  what: string
  /** What is shown; the text itself when it is left out. */
  children?: string
}

/** An id or another exact value: a click anywhere on it copies it. */
export function CopyId({ text, what, children = text }: CopyIdProps) {
  const { done, copy } = useCopied()
  const says = done ? uiWords.copied : uiWords.copy(what)
  return (
    <button type="button" data-part="copy-id" className={styles.copyId} data-tip={says} onClick={() => copy(text)}>
      <code>{children}</code>
      {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="unseen">{says}</span>
    </button>
  )
}

/** Where the follow-up stands, and every outbound request of this delivery, the newest first. */
export function AttemptsTab({ delivery }: { delivery: Delivery }) {
  const { attempts } = delivery
  const [again, setAgain] = useState<Attempt | null>(null)
  return (
    <div className={`${tabsStyles.body} ${styles.attempts}`}>
      <FollowUpPanel delivery={delivery} />
      <RepairFollowUp delivery={delivery} />
      {attempts.length === 0 && <p className="muted">{attemptWords.none}</p>}
      {attempts.toReversed().map((attempt, index) => (
        <AttemptDetails
          key={attempt.id}
          attempt={attempt}
          number={attempts.length - index}
          open={index === 0}
          delivery={delivery}
          onReplay={() => setAgain(attempt)}
        />
      ))}
      {again !== null && <ReplayFrom key={again.id} delivery={delivery} from={again} onClose={() => setAgain(null)} />}
    </div>
  )
}

interface AttemptDetailsProps {
  delivery: Delivery
  attempt: Attempt
  number: number
  open: boolean
  /** Opens what was sent, to be sent again. */
  onReplay: () => void
}

function AttemptDetails({ delivery, attempt, number, open, onReplay }: AttemptDetailsProps) {
  return (
    <details className={styles.attempt} open={open}>
      <summary className={styles.head}>
        <span
          className={
            attempt.error !== null || (attempt.status ?? 0) >= 400 ? `${styles.status} ${styles.bad}` : styles.status
          }
        >
          {attempt.status ?? attemptWords.noAnswer}
        </span>
        <span className={`truncate ${styles.what}`}>
          {attemptWords.kinds[attempt.kind]} <span className="muted">#{number}</span>
          <span className="muted">
            {' '}
            {attempt.forwarded == null ? replayedWords(attempt.replayed) : attemptWords.forwarded(attempt.forwarded)}
          </span>
        </span>
        <span className="muted numbers">
          <Time at={attempt.startedAt} />
        </span>
        <span className={`muted numbers ${styles.total}`}>
          {attempt.timing.total === null ? '' : formatDuration(attempt.timing.total)}
        </span>
      </summary>
      <div className={styles.body}>
        {attempt.error !== null && <ErrorNote>{attempt.error.message}</ErrorNote>}
        {attempt.forwarded?.again === true && <p className="muted">{attemptWords.sentAgain}</p>}
        <Facts>
          {attempt.forwarded?.nextAt != null && (
            <Fact name={attemptWords.nextTry}>
              <Time at={new Date(attempt.forwarded.nextAt).toISOString()} />
            </Fact>
          )}
          <Fact name={attemptWords.request}>
            <code>
              {attempt.method} {attempt.url}
            </code>
          </Fact>
          <Fact name={timingWords.timing}>
            <TimingBar timing={attempt.timing} />
          </Fact>
        </Facts>
        <Headers name={attemptWords.requestHeaders} lines={attempt.requestHeaders} />
        {attempt.requestBody != null && <SentBody text={attempt.requestBody} />}
        <Row>
          {attempt.kind === 'replay' && (
            <Button icon={<SquarePen aria-hidden="true" />} onClick={onReplay}>
              {attemptWords.openInReplay}
            </Button>
          )}
          <FindFault delivery={delivery} attempt={attempt} />
        </Row>
        {attempt.responseHeaders.length > 0 && (
          <Headers name={attemptWords.answerHeaders} lines={attempt.responseHeaders} />
        )}
        {attempt.body !== null && attempt.body !== '' && (
          <section className={tabsStyles.group} aria-label={attemptWords.answer}>
            <h3>{attemptWords.answer}</h3>
            <JsonView text={attempt.body} label={attemptWords.answerBody} />
            {attempt.bodyTruncated && (
              <p data-part="view-note" className={notesStyles.viewNote}>
                {attemptWords.answerLonger}
              </p>
            )}
          </section>
        )}
      </div>
    </details>
  )
}

/** The body sent instead of the delivery's own. */
function SentBody({ text }: { text: string }) {
  return (
    <details>
      <summary className={styles.more}>
        {attemptWords.requestBody} <span className="muted">{countOf(text.length, attemptWords.character)}</span>
      </summary>
      <JsonView text={text} label={attemptWords.requestBody} />
    </details>
  )
}

/** The differences between a replay and the delivery. */
function replayedWords(replayed: Attempt['replayed']): string {
  if (replayed == null) return ''
  const { signedAnew, edited, signedWith } = replayed
  const signed = signedWith === undefined ? attemptWords.signedAnew : attemptWords.signedWith(signedWith.fingerprint)
  const words = [...(signedAnew ? [signed] : []), ...(edited ? [attemptWords.edited] : [])]
  return words.length === 0 ? attemptWords.asItCame : words.join(', ')
}

function Headers({ name, lines }: { name: string; lines: Attempt['requestHeaders'] }) {
  return (
    <details>
      <summary className={styles.more}>
        {name} <span className="muted">{countOf(lines.length, attemptWords.line)}</span>
      </summary>
      <HeaderTable lines={lines} />
    </details>
  )
}
