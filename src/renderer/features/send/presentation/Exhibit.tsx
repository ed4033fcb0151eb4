import { useQuery } from '@tanstack/react-query'
import type { Delivery, ObjectItem, ObjectStory } from '../../../../shared/wireTypes.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { readOnce } from '../../../data/state/queries.ts'
import { useClient } from '../../../data/state/useApp.ts'
import type { Client } from '../../../data/wire/wire.ts'
import { formatClock } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { exhibitWords } from './stageWords.ts'
import styles from './Stage.module.css'
import { jsonOf } from '../../../../shared/basics/jsonOf.ts'

/** The data that a picture shows once its steps have happened. */
interface SceneFacts {
  /** In order of arrival. */
  deliveries: readonly Delivery[]
  /** The history of the last delivery's object; null where none is known. */
  story: ObjectStory | null
  /** Why the seal of a forged delivery does not hold, proofs first. */
  findings: Delivery['signature']['explanation']['findings']
  /** The delivery that its seal was taken from. */
  source: Delivery | null
}

/** The newest deliveries of a picture that are looked at. */
const maxDeliveries = 6

/** Loads what the exhibit of a picture needs, once its steps are over. Undefined while it is loaded. */
export function useSceneFacts(deliveryIds: readonly string[], isDone: boolean): SceneFacts | undefined {
  const client = useClient()
  const ids = [...new Set(deliveryIds)].slice(-maxDeliveries)
  const { data } = useQuery({
    queryKey: [['deliveries'], { exhibit: ids }],
    queryFn: async ({ signal }) => sceneFacts(client, ids, signal),
    enabled: isDone,
    staleTime: readOnce,
  })
  return data
}

async function sceneFacts(client: Client, ids: readonly string[], signal: AbortSignal): Promise<SceneFacts> {
  const options = { signal }
  const deliveries = await Promise.all(ids.map(async (id) => client.deliveries.get({ id, explain: 'false' }, options)))
  const last = deliveries.at(-1)
  if (last === undefined) return { deliveries, story: null, findings: [], source: null }
  const { resourceType, resourceId, environmentId } = last
  const [story, explanation] = await Promise.all([
    resourceType === null || resourceId === null
      ? null
      : // Not every sender has objects that can be fetched.
        client.objects.get({ resourceType, resourceId, environment: environmentId }, options).catch(() => null),
    last.verdict === 'invalid' ? client.deliveries.explain({ id: last.id }, options) : null,
  ])
  const findings = explanation?.findings ?? []
  const source = sourceIn(findings)
  return {
    deliveries,
    story,
    findings,
    source: source === null ? null : await client.deliveries.get({ id: source, explain: 'false' }, options),
  }
}

/** The delivery that a proof names. */
function sourceIn(findings: SceneFacts['findings']): string | null {
  for (const { why } of findings) {
    if (why.code === 'header-of-other-delivery' || why.code === 'header-went-to-other-delivery') {
      return why.fields.deliveryId
    }
  }
  return null
}

type ExhibitKind = 'object' | 'change' | 'story' | 'proof' | 'retry' | 'secrets'

/** The one thing to remember of a picture, by what happened in it; null where that is only its steps. Pure. */
export function exhibitOf({ deliveries, story, findings }: SceneFacts): ExhibitKind | null {
  const last = deliveries.at(-1)
  if (last === undefined) return null
  if (last.verdict === 'invalid') return findings.some(({ kind }) => kind === 'proof') ? 'proof' : null
  if (last.verdict === 'valid-previous') return 'secrets'
  // That an answer was lost is known only where Hookscope itself broke the connection.
  if (last.duplicate && deliveries.length === 2 && deliveries[0]?.answer?.reset != null) return 'retry'
  const place = snapshotsIn(story?.items ?? []).findIndex(({ deliveryId }) => deliveryId === last.id)
  if (place < 0) return null
  if (place > 1) return 'story'
  return place === 0 ? 'object' : 'change'
}

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

interface ObjectFact {
  name: string
  value: string
}

/** The fields of a snapshot that a room understands, in their order. Pure. */
function objectFacts(snapshot: string): ObjectFact[] {
  const object = jsonOf(snapshot)
  return Object.entries(exhibitWords.fields).flatMap(([path, name]) => {
    const value = path.split('.').reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), object)
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = visibleText(String(value))
    return [{ name, value: path === 'amount' ? amountText(text) : text }]
  })
}

/** "31984.27" as a room reads it: "31,984.27". Other texts stay unchanged. */
function amountText(text: string): string {
  const [, digits, rest = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? []
  return digits === undefined ? text : `${groupDigits(Number(digits))}${rest}`
}

/** One place that changed, readable: the JSON text of a word without its quotes. Null where there was nothing. */
interface Change {
  path: string
  before: string | null
  after: string | null
}

/** The changes in a snapshot, without the times that change with every update. Pure. */
function changesOf({ difference }: Pick<ObjectItem, 'difference'>): Change[] {
  return (difference ?? [])
    .filter(({ path }) => !/updatedAt(?:Utc)?$/i.test(path))
    .map(({ path, before, after }) => ({
      path: nameOf(path),
      before: plain(before),
      after: plain(after),
    }))
}

/** The name of a place, in words for the audience where there is one. */
function nameOf(path: string): string {
  const bare = path.replace(/^[/.]/, '')
  return exhibitWords.fields[bare.replaceAll('/', '.')] ?? visibleText(bare)
}

/** A value for the eye: words without quotes, points in time as the clock showed them. */
function plain(json: string | null): string | null {
  if (json === null) return null
  if (json === 'null') return exhibitWords.empty
  const value = jsonOf(json)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)) return formatClock(value)
  return visibleText(typeof value === 'string' ? value : json)
}

/** The snapshots of a story, oldest first. */
function snapshotsIn(items: readonly ObjectItem[]): ObjectItem[] {
  return items.filter(({ kind }) => kind === 'snapshot').toReversed()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
