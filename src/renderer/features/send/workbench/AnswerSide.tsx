import type { ReactNode } from 'react'
import type { DeliverySummary, HeaderLine } from '../../../../shared/model.ts'
import type { Attempt } from '../../../../shared/wireTypes.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { JsonView } from '../../inbox/body/JsonView.tsx'
import { TimingBar } from '../../monitor/charts/TimingBar.tsx'
import type { Sending } from './requestDraft.ts'
import { workbenchWords as words } from './words.ts'
import styles from './Workbench.module.css'

/** More letters of an answer are not laid out. */
const maxShown = 256 * 1024

interface AnswerSideProps {
  sending: Sending
  /** The delivery that it became at our own receiver, once it is known. */
  arrived: DeliverySummary | null
  /** The keys that send, as people read them. */
  keys: string
  children?: ReactNode
}

/** The result of the request: status, time, headers, body; or why it was not sent. */
export function AnswerSide({ sending: { busy, answer, problem }, arrived, keys, children }: AnswerSideProps) {
  return (
    <section className={styles.answer} aria-label={words.answer} aria-busy={busy}>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      {answer === undefined || problem !== null ? (
        problem === null && <p className={styles.note}>{words.noneYet(keys)}</p>
      ) : (
        <Answer key={answer.id} attempt={answer} head={arrived !== null && <Arrived arrived={arrived} />}>
          {children}
        </Answer>
      )}
    </section>
  )
}

/** The fields of an answer that are shown. */
type Answered = Pick<Attempt, 'status' | 'error' | 'responseHeaders' | 'body' | 'bodyTruncated' | 'timing'>

/** An answer: status and time, where the time went, headers and body. */
export function Answer({ attempt, head, children }: { attempt: Answered; head?: ReactNode; children?: ReactNode }) {
  const { status, error, responseHeaders, body, bodyTruncated, timing } = attempt
  const isBad = error !== null || (status ?? 0) >= 400
  return (
    <div ref={intoSight} className={styles.answerParts}>
      <div className={styles.answerHead} role="status">
        <h3 className={isBad ? styles.bad : undefined}>{status === null ? words.noAnswer : words.answered(status)}</h3>
        {timing.total !== null && <span className="muted numbers">{formatDuration(timing.total)}</span>}
        {body !== null && body !== '' && <span className="muted numbers">{formatBytes(body.length)}</span>}
      </div>
      {head}
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      <TimingBar timing={timing} />
      {responseHeaders.length > 0 && <AnswerHeaders lines={responseHeaders} />}
      {status !== null && <AnswerBody body={body ?? ''} />}
      {bodyTruncated && <p className={styles.note}>{words.longer}</p>}
      {children}
    </div>
  )
}

/** The receiver's verdict on the request that was sent to it. */
export function Arrived({ arrived, children }: { arrived: DeliverySummary | null; children?: ReactNode }) {
  return (
    <p className={styles.arrived} role="status" data-verdict={arrived?.verdict}>
      {arrived !== null && (
        <>
          <Seal verdict={arrived.verdict} size={20} fresh />
          <strong>{words.verdicts[arrived.verdict]}</strong>
        </>
      )}
      {children}
    </p>
  )
}

function AnswerHeaders({ lines }: { lines: readonly HeaderLine[] }) {
  const rows = lines.map(([name, value], place) => ({ place, name, value }))
  return (
    <details>
      <summary>{words.answerHeaders(lines.length)}</summary>
      <DataTable
        look="values"
        hideHead
        rows={rows}
        rowKey={({ place }) => place}
        columns={[
          { key: 'name', head: words.headerName, names: true, mono: true, cell: ({ name }) => visibleText(name) },
          { key: 'value', head: words.headerValue, mono: true, cell: ({ value }) => visibleText(value) },
        ]}
      />
    </details>
  )
}

function AnswerBody({ body }: { body: string }) {
  if (body === '') return <p className={styles.note}>{words.noBody}</p>
  return (
    <>
      <JsonView text={body.slice(0, maxShown)} label={words.answerBody} />
      {body.length > maxShown && <p className={styles.note}>{words.cut(formatBytes(maxShown))}</p>}
    </>
  )
}

/** Where both sides are below each other, what was waited for may be out of sight. */
function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
