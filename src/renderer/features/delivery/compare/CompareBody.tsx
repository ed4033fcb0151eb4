import type { Delivery } from '../../../../shared/wireTypes.ts'
import { DifferenceTable } from '../../objects/DifferenceTable.tsx'
import { Loading } from '../../../ui/EmptyState.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { formatBytes } from '../../../text/format.ts'
import { compareWords } from './words.ts'
import { type BodyDifference, mostStructured } from './compareBodies.ts'
import { FirstByte } from './FirstByte.tsx'
import { LineDifference } from './LineDifference.tsx'
import { type ComparedBodies, mostFetched } from './useBodies.ts'
import tabsStyles from '../../../ui/Tabs.module.css'
import notesStyles from '../../../ui/Notes.module.css'
import styles from './CompareView.module.css'

/** So many places are laid out. */
const mostPlaces = 300

/** How the bodies differ, told as finely as they allow; what was not compared is said. */
export function CompareBody({ pair, bodies }: { pair: readonly [Delivery, Delivery]; bodies: ComparedBodies }) {
  const cut = pair.flatMap(({ truncated }, side) =>
    truncated ? [side === 0 ? compareWords.one : compareWords.other] : [],
  )
  return (
    <section className={tabsStyles.group} aria-label={compareWords.body}>
      <h3>{compareWords.body}</h3>
      {cut.map((which) => (
        <ErrorNote key={which} look="warn">
          {compareWords.cutOff(which)}
        </ErrorNote>
      ))}
      <Told bodies={bodies} />
    </section>
  )
}

function Told({ bodies }: { bodies: ComparedBodies }) {
  switch (bodies.state) {
    case 'loading':
      return <Loading what={compareWords.loadingBodies} />
    case 'same':
      return <p>{compareWords.sameBody}</p>
    case 'unknown':
      return <p>{compareWords.bodyUnknown}</p>
    case 'failed':
      return <ErrorNote>{bodies.problem}</ErrorNote>
    case 'too-large':
      return <p>{compareWords.tooLargeToFetch(formatBytes(mostFetched))}</p>
    case 'different': {
      const { difference, firstDifference } = bodies.comparison
      if (difference === null || firstDifference === null) return <p>{compareWords.bodyUnknown}</p>
      return (
        <>
          <Different difference={difference} />
          <FirstByte bytes={bodies.bytes} offset={firstDifference} />
        </>
      )
    }
  }
}

function Different({ difference }: { difference: BodyDifference }) {
  if (difference.kind === 'lines') return <LineDifference lines={difference.lines} />
  if (difference.kind === 'bytes') {
    const words = {
      'not-text': compareWords.notText,
      'too-large': compareWords.tooLarge(formatBytes(mostStructured)),
      'too-different': compareWords.tooDifferent,
    }
    return <p className={styles.comparisonNote}>{words[difference.why]}</p>
  }
  const { places } = difference
  if (places.length === 0) return <p className={styles.comparisonNote}>{compareWords.sameValues}</p>
  return (
    <>
      <p className={styles.comparisonNote}>{compareWords.placesDiffer(places.length)}</p>
      <DifferenceTable lines={places.slice(0, mostPlaces)} words={compareWords.places} />
      {places.length > mostPlaces && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {compareWords.more(places.length - mostPlaces)}
        </p>
      )}
    </>
  )
}
