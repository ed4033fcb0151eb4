import { formatClock } from '../../../text/format.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { type Change, changesOf, objectFacts, snapshotsIn } from './objectFacts.ts'
import { exhibitWords } from './stageWords.ts'
import type { ExhibitKind, SceneFacts } from './useSceneFacts.ts'
import styles from './Exhibit.module.css'

interface ExhibitProps {
  kind: ExhibitKind
  facts: SceneFacts
}

/** The exhibit of a picture, under the line: the one thing to remember of it. */
export function Exhibit({ kind, facts }: ExhibitProps) {
  switch (kind) {
    case 'object':
      return <ObjectExhibit facts={facts} />
    case 'change':
      return <ChangeExhibit facts={facts} />
    case 'story':
      return <StoryExhibit facts={facts} />
    case 'proof':
      return <ProofExhibit facts={facts} />
    case 'retry':
      return <RetryExhibit facts={facts} />
    case 'secrets':
      return <SecretsExhibit facts={facts} />
  }
}

/** The object as the service gave it first. */
function ObjectExhibit({ facts: { story } }: { facts: SceneFacts }) {
  const [first] = snapshotsIn(story?.items ?? [])
  if (first?.snapshot == null) return null
  return (
    <dl className={styles.facts} aria-label={exhibitWords.object}>
      {objectFacts(first.snapshot).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The changes in the newest snapshot of the object. */
function ChangeExhibit({ facts: { story, deliveries } }: { facts: SceneFacts }) {
  const own = snapshotsIn(story?.items ?? []).find(({ deliveryId }) => deliveryId === deliveries.at(-1)?.id)
  if (own === undefined) return null
  const changes = changesOf(own)
  if (changes.length === 0) return <p>{exhibitWords.nothingChanged}</p>
  return (
    <DataTable
      className={styles.changes}
      label={exhibitWords.changed}
      rows={changes}
      rowKey={({ path }) => path}
      columns={[
        { key: 'field', head: exhibitWords.field, names: true, cell: ({ path }) => path },
        { key: 'before', head: exhibitWords.before, cell: (change) => <Before change={change} /> },
        { key: 'after', head: exhibitWords.after, cell: (change) => <After change={change} /> },
      ]}
    />
  )
}

function Before({ change: { before } }: { change: Change }) {
  return before === null ? <span className={styles.none}>{exhibitWords.wasNotThere}</span> : <del>{before}</del>
}

function After({ change: { after } }: { change: Change }) {
  return after === null ? <span className={styles.none}>{exhibitWords.gone}</span> : <ins>{after}</ins>
}

/** The looks at the object up to this step, from left to right, each with what had changed since the one before. */
function StoryExhibit({ facts: { story, deliveries } }: { facts: SceneFacts }) {
  const all = snapshotsIn(story?.items ?? [])
  // A step that is shown again later shows no more than it did then.
  const last = all.findIndex(({ deliveryId }) => deliveryId === deliveries.at(-1)?.id)
  return (
    <ol className={styles.story} aria-label={exhibitWords.story}>
      {all.slice(0, last + 1).map((item, index) => (
        <li key={item.attemptId}>
          <span className={styles.when}>{formatClock(item.at)}</span>
          {index === 0 ? (
            <p>
              <span className={styles.none}>{exhibitWords.storyFirst}</span>{' '}
              <ins>{objectFacts(item.snapshot ?? '')[0]?.value}</ins>
            </p>
          ) : (
            changesOf(item).map((change) => (
              <p key={change.path}>
                <span className={styles.path}>{change.path}</span> <Before change={change} /> <After change={change} />
              </p>
            ))
          )}
        </li>
      ))}
    </ol>
  )
}

/** Why the seal of the forged delivery does not hold: where it was taken from, what was changed, the two seals. */
function ProofExhibit({ facts: { deliveries, findings, source } }: { facts: SceneFacts }) {
  const forged = deliveries.at(-1)
  const proof = findings.find(({ kind }) => kind === 'proof')
  return (
    <section className={styles.proof} aria-label={exhibitWords.proof}>
      <p>{source === null ? (proof?.recipe ?? exhibitWords.noProof) : exhibitWords.proofText(source.id)}</p>
      <dl>
        {source !== null && source.action !== forged?.action && (
          <>
            <dt>{exhibitWords.words}</dt>
            <dd>
              <del>{source.action}</del> <ins data-sign="bad">{forged?.action}</ins>
            </dd>
          </>
        )}
        <dt>{exhibitWords.came}</dt>
        <dd data-sign="bad">{forged?.signature.received}</dd>
        <dt>{exhibitWords.shouldBe}</dt>
        <dd>{forged?.signature.expected}</dd>
      </dl>
    </section>
  )
}

/** The two tries, and that they are one message. */
function RetryExhibit({ facts: { deliveries } }: { facts: SceneFacts }) {
  return (
    <ol className={styles.tries} aria-label={exhibitWords.tries}>
      {deliveries.map(({ id, verdict, duplicate }) => (
        <li key={id} data-folded={duplicate || undefined}>
          <Seal verdict={verdict} size={36} />
          <strong>{duplicate ? exhibitWords.secondTry : exhibitWords.firstTry}</strong>
          <span className={styles.when}>{exhibitWords.delivery(id)}</span>
          <span>{duplicate ? exhibitWords.secondTold : exhibitWords.firstTold}</span>
        </li>
      ))}
    </ol>
  )
}

/** That the delivery was signed with the secret before the current one. */
function SecretsExhibit({ facts: { deliveries } }: { facts: SceneFacts }) {
  const used = deliveries.at(-1)?.signature.secret?.fingerprint
  return (
    <ul className={styles.tries} aria-label={exhibitWords.secrets}>
      <li data-folded>
        <Seal verdict="valid" size={36} />
        <strong>{exhibitWords.current}</strong>
        <span>{exhibitWords.signsNow}</span>
      </li>
      <li>
        <Seal verdict="valid-previous" size={36} />
        <strong>{exhibitWords.previous}</strong>
        {used !== undefined && <span className={styles.when}>{exhibitWords.fingerprint(used)}</span>}
        <span>{exhibitWords.signedWith}</span>
      </li>
    </ul>
  )
}
