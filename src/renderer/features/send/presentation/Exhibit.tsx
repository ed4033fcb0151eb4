import { verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import type { Verdict } from '../../../../shared/model.ts'
import type { DemoScriptStepId } from '../../../../shared/wireTypes.ts'
import { formatClock } from '../../../text/format.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { type Change, changesOf, objectFacts, snapshotsIn, type StepFacts } from './useStepFacts.ts'
import { exhibitWords, sealWords } from './stageWords.ts'
import styles from './Exhibit.module.css'

interface ExhibitProps {
  step: DemoScriptStepId
  facts: StepFacts
}

/** The exhibit of a step, under the line: the one thing to remember of it. */
export function Exhibit({ step, facts }: ExhibitProps) {
  switch (step) {
    case 'intro':
      return <SealsExhibit />
    case 'create':
      return <ObjectExhibit facts={facts} />
    case 'processing':
      return <ChangeExhibit facts={facts} />
    case 'settled':
      return <StoryExhibit facts={facts} />
    case 'tampered':
      return <ProofExhibit facts={facts} />
    case 'retry':
      return <RetryExhibit facts={facts} />
    case 'rotation':
      return <SecretsExhibit facts={facts} />
    case 'summary':
      return <TallyExhibit facts={facts} />
  }
}

const shown: readonly Verdict[] = ['valid', 'valid-previous', 'invalid']

/** The seals that the script shows. */
function SealsExhibit() {
  return (
    <ul className={styles.seals} aria-label={exhibitWords.seals}>
      {shown.map((verdict) => (
        <li key={verdict}>
          <Seal verdict={verdict} size={44} />
          <strong>{sealWords[verdict].name}</strong>
          <span>{sealWords[verdict].means}</span>
        </li>
      ))}
    </ul>
  )
}

/** The object as the service gave it first. */
function ObjectExhibit({ facts: { story } }: { facts: StepFacts }) {
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
function ChangeExhibit({ facts: { story, deliveries } }: { facts: StepFacts }) {
  const own = snapshotsIn(story?.items ?? []).find(({ deliveryId }) => deliveryId === deliveries[0]?.id)
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
function StoryExhibit({ facts: { story, deliveries } }: { facts: StepFacts }) {
  const all = snapshotsIn(story?.items ?? [])
  // A step that is shown again later shows no more than it did then.
  const last = all.findIndex(({ deliveryId }) => deliveryId === deliveries[0]?.id)
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
function ProofExhibit({ facts: { deliveries, findings, source } }: { facts: StepFacts }) {
  const [forged] = deliveries
  const proof = findings.find(({ kind }) => kind === 'proof')
  return (
    <section className={styles.proof} aria-label={exhibitWords.proof}>
      <p>{source === null ? (proof?.recipe ?? exhibitWords.noProof) : exhibitWords.proofText(source.id)}</p>
      <dl>
        {source !== null && (
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
function RetryExhibit({ facts: { deliveries } }: { facts: StepFacts }) {
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

/** The secrets that are accepted, by their fingerprints, and which of them the delivery was signed with. */
function SecretsExhibit({ facts: { deliveries, secrets } }: { facts: StepFacts }) {
  const used = deliveries[0]?.signature.secret?.fingerprint
  const accepted = secrets.filter(({ retiredAt }) => retiredAt === null)
  return (
    <ul className={styles.tries} aria-label={exhibitWords.secrets}>
      {accepted.slice(0, 2).map(({ id, current, fingerprint }) => (
        <li key={id} data-folded={fingerprint !== used || undefined}>
          <Seal verdict={current ? 'valid' : 'valid-previous'} size={36} />
          <strong>{current ? exhibitWords.current : exhibitWords.previous}</strong>
          <span className={styles.when}>{exhibitWords.fingerprint(fingerprint ?? '')}</span>
          <span>{fingerprint === used && exhibitWords.signedWith}</span>
        </li>
      ))}
    </ul>
  )
}

/** All deliveries, by seal, and their outcome. */
function TallyExhibit({ facts: { deliveries } }: { facts: StepFacts }) {
  const counts = verdicts
    .map((verdict) => ({ verdict, count: deliveries.filter((delivery) => delivery.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
  const fetched = deliveries.filter(({ followUp }) => followUp.state === 'done').length
  const repeated = deliveries.filter(({ duplicate }) => duplicate).length
  return (
    <>
      <ul className={styles.seals} aria-label={exhibitWords.tally}>
        {counts.map(({ verdict, count }) => (
          <li key={verdict}>
            <Seal verdict={verdict} size={44} />
            <strong>{exhibitWords.tallyOf(count)}</strong>
            <span>{sealWords[verdict].name}</span>
          </li>
        ))}
      </ul>
      <p className={styles.sum}>
        {exhibitWords.fetched(fetched)} · {exhibitWords.repeated(repeated)}
      </p>
    </>
  )
}
