import type { Comparison, DifferenceCluster } from '../../../shared/wireTypes.ts'
import {
  comparisonRemarks,
  comparisonSentence,
  differenceTitle,
  stoppedSentence,
  valueBefore,
} from '../../../shared/words/sending/comparisons.ts'
import { groupDigits } from '../../../shared/words/counts.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { saveBytes } from '../../ui/hooks/files.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { RunProgress } from './RunScreen.tsx'
import { compareWords } from './words.ts'
import styles from './Test.module.css'

/** The result of a comparison, also while it runs: what differs, and in which ways. */
export function CompareResult({ view, onCancel }: { view: Comparison; onCancel: () => void }) {
  return (
    <>
      <Section title={compareWords.result}>
        <Head view={view} onCancel={onCancel} />
      </Section>
      {view.clusters.length > 0 && (
        <Section title={compareWords.ways}>
          <ol className={styles.clusters}>
            {view.clusters.map((cluster) => (
              <li key={JSON.stringify(cluster.parts)}>
                <Cluster cluster={cluster} />
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

function Head({ view, onCancel }: { view: Comparison; onCancel: () => void }) {
  const { old, new: recent, done, total, same, differ, unknown, took, masked, api } = view
  const stopped = stoppedSentence(view)
  const isRunning = view.state === 'running'
  return (
    <Stack gap={2}>
      <p>
        <code className={styles.url}>{old}</code> <span aria-hidden="true">→</span>{' '}
        <code className={styles.url}>{recent}</code>
      </p>
      {isRunning ? (
        <RunProgress
          text={comparisonSentence(view)}
          done={done}
          of={total}
          cancel={compareWords.cancel}
          onCancel={onCancel}
        />
      ) : (
        <div role="status">
          <p className={styles.sentence}>{comparisonSentence(view)}</p>
          <p className="muted numbers">
            {compareWords.cases(same, differ, unknown)}, {compareWords.took(took)}
          </p>
        </div>
      )}
      {stopped !== null && <ErrorNote>{stopped}</ErrorNote>}
      {comparisonRemarks(view).map((remark) => (
        <ErrorNote key={remark} look="warn">
          {remark}
        </ErrorNote>
      ))}
      {isRunning && (
        <p className="muted">
          {compareWords.api(api.baseUrl, api.tokenUrl)}, {compareWords.apiUser}
        </p>
      )}
      {masked.length > 0 && <p className="muted">{compareWords.masked(masked.map(({ place }) => place).join(', '))}</p>}
      {!isRunning && done > 0 && (
        <Row>
          <Button
            onClick={() =>
              saveBytes(new TextEncoder().encode(`${JSON.stringify(view, null, 2)}\n`), 'hookscope-comparison.json')
            }
          >
            {compareWords.save}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function Cluster({ cluster: { parts, count, types, example } }: { cluster: DifferenceCluster }) {
  const { deliveryId, old, new: recent, differences } = example
  return (
    <article className={styles.cluster}>
      <header className={styles.clusterHead}>
        <span className={styles.count} aria-label={compareWords.count(count)}>
          {groupDigits(count)}
        </span>
        <h3>{differenceTitle(parts)}</h3>
        <span className="muted">{compareWords.types(types)}</span>
      </header>
      {differences.length > 0 && (
        <DataTable
          label={compareWords.example}
          look="values"
          columns={[
            {
              key: 'path',
              head: compareWords.place,
              names: true,
              mono: true,
              cell: ({ path }) => (path === '' ? compareWords.wholeBody : path),
            },
            {
              key: 'old',
              head: compareWords.oldAnswer,
              mono: true,
              cell: (place) => valueBefore(place) ?? compareWords.missing,
            },
            {
              key: 'new',
              head: compareWords.newAnswer,
              mono: true,
              cell: ({ after }) => after ?? compareWords.missing,
            },
          ]}
          rows={differences}
          rowKey={({ path }, place) => `${place} ${path}`}
        />
      )}
      <p>
        {compareWords.example}: <a href={`#/inbox/${deliveryId}`}>{compareWords.delivery(deliveryId)}</a>
      </p>
      <div className={styles.answers}>
        <Answer name={compareWords.oldAnswer} answer={old} />
        <Answer name={compareWords.newAnswer} answer={recent} />
      </div>
    </article>
  )
}

function Answer({ name, answer }: { name: string; answer: DifferenceCluster['example']['old'] }) {
  const { status, problem, took, body, bodyTruncated } = answer
  return (
    <figure className={styles.answer}>
      <figcaption>
        <strong>{name}</strong>
        <span className="muted numbers">{compareWords.answer(status, problem, took)}</span>
      </figcaption>
      {body === '' ? (
        <p className="muted">{compareWords.empty}</p>
      ) : (
        <pre className={styles.text} tabIndex={0} aria-label={name}>
          {pretty(body)}
        </pre>
      )}
      {bodyTruncated && <p className="muted">{compareWords.cut}</p>}
    </figure>
  )
}

/** JSON with line breaks; anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
