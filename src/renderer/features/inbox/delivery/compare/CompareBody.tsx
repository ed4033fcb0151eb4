import type { Delivery } from '../../../../../shared/wireTypes.ts'
import { DifferenceTable } from '../../objects/ObjectPanels.tsx'
import { ErrorNote, Loading } from '../../../../ui/notes/Notes.tsx'
import { formatBytes } from '../../../../../shared/words/sizes.ts'
import { compareWords } from './words.ts'
import { type BodyDifference, maxStructured, type ComparedBodies, maxFetched, type DiffLine } from './compareBodies.ts'
import tabsStyles from '../../../../ui/layout/Tabs.module.css'
import notesStyles from '../../../../ui/notes/Notes.module.css'
import styles from './CompareView.module.css'
import { visibleText } from '../../../../text/visibleText.tsx'

/** Maximum number of places shown. */
const maxPlaces = 300

/** How the bodies differ, as finely as they allow; what was not compared is said. */
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
      <Outcome bodies={bodies} />
    </section>
  )
}

function Outcome({ bodies }: { bodies: ComparedBodies }) {
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
      return <p>{compareWords.tooLargeToFetch(formatBytes(maxFetched))}</p>
    case 'different': {
      const { difference, firstDifference } = bodies.comparison
      if (difference === null || firstDifference === null) return <p>{compareWords.bodyUnknown}</p>
      return (
        <>
          <BodyDifferenceView difference={difference} />
          <FirstByte bytes={bodies.bytes} offset={firstDifference} />
        </>
      )
    }
  }
}

/** Names of the two sides of a difference. */
export interface SideWords {
  linesDiffer: (gone: number, added: number) => string
  lineMeans: Record<DiffLine['kind'], string>
  places: Record<keyof typeof compareWords.places, string>
}

/** How two bodies differ: places in JSON, lines, or that it cannot be said. */
export function BodyDifferenceView({
  difference,
  words = compareWords,
}: {
  difference: BodyDifference
  words?: SideWords
}) {
  if (difference.kind === 'lines') return <LineDifference lines={difference.lines} words={words} />
  if (difference.kind === 'bytes') {
    const why = {
      'not-text': compareWords.notText,
      'too-large': compareWords.tooLarge(formatBytes(maxStructured)),
      'too-different': compareWords.tooDifferent,
    }
    return <p className={styles.comparisonNote}>{why[difference.why]}</p>
  }
  const { places } = difference
  if (places.length === 0) return <p className={styles.comparisonNote}>{compareWords.sameValues}</p>
  return (
    <>
      <p className={styles.comparisonNote}>{compareWords.placesDiffer(places.length)}</p>
      <DifferenceTable lines={places.slice(0, maxPlaces)} words={words.places} />
      {places.length > maxPlaces && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {compareWords.more(places.length - maxPlaces)}
        </p>
      )}
    </>
  )
}

/** The bytes of both around the first one that differs. */
function FirstByte({ bytes: [a, b], offset }: { bytes: readonly [Uint8Array, Uint8Array]; offset: number }) {
  return (
    <div className={styles.firstByte}>
      <h4>{compareWords.firstByte(offset)}</h4>
      <div className={styles.firstBytePair}>
        <Bytes name={compareWords.one} bytes={a} other={b} offset={offset} />
        <Bytes name={compareWords.other} bytes={b} other={a} offset={offset} />
      </div>
    </div>
  )
}

function Bytes({ name, bytes, other, offset }: { name: string; bytes: Uint8Array; other: Uint8Array; offset: number }) {
  return (
    <figure className={styles.firstByteSide}>
      <figcaption>
        <span className={styles.comparisonSide} aria-hidden="true">
          {name}
        </span>
        <span className="unseen">{compareWords.bytesOf(name)}</span>
      </figcaption>
      <pre>
        {hexAround(bytes, other, offset).map((row) => (
          <div key={row.at}>
            <span className="muted">{row.at.toString(16).padStart(8, '0')}</span>{' '}
            {row.bytes.map((byte) => (
              <Cell key={byte.at} byte={byte} />
            ))}
            <span className="muted">{row.bytes.map(({ text }) => text).join('')}</span>
          </div>
        ))}
        {offset >= bytes.length && <div className="muted">{compareWords.ends(name)}</div>}
      </pre>
    </figure>
  )
}

function Cell({ byte: { hex, differs } }: { byte: HexByte }) {
  return <>{differs ? <mark className={styles.byteDiffers}>{hex}</mark> : hex} </>
}

interface HexByte {
  at: number
  hex: string
  /** Printable ASCII, everything else as a middle dot. */
  text: string
  differs: boolean
}

const perRow = 8
const rows = 3

/** Three short rows of bytes, with the one at `offset` in the middle one, held against another body. Pure. */
export function hexAround(bytes: Uint8Array, other: Uint8Array, offset: number): { at: number; bytes: HexByte[] }[] {
  const start = Math.max(0, Math.floor(offset / perRow) - 1) * perRow
  return Array.from({ length: rows }, (_row, row) => start + row * perRow)
    .filter((at) => at < bytes.length)
    .map((at) => ({
      at,
      bytes: Array.from(bytes.subarray(at, at + perRow), (byte, index) => ({
        at: at + index,
        hex: byte.toString(16).padStart(2, '0'),
        text: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
        differs: other[at + index] !== byte,
      })),
    }))
}

/** Maximum number of lines shown, and of characters in each. */
const maxShown = 600
const longest = 500

const signs = { same: ' ', gone: '−', new: '+' } as const

/** Lines of both bodies in one list. Signs say what stands where, as well as colours. */
function LineDifference({ lines, words }: { lines: readonly DiffLine[]; words: SideWords }) {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  const folded = foldLines(lines)
  return (
    <>
      <p className={styles.comparisonNote}>{words.linesDiffer(count('gone'), count('new'))}</p>
      <div className={styles.lineDifference}>
        {folded.slice(0, maxShown).map((entry) =>
          entry.kind === 'folded' ? (
            <div key={entry.key} className="muted">
              {compareWords.sameLines(entry.count)}
            </div>
          ) : (
            <div key={entry.key} data-kind={entry.line.kind}>
              <span aria-hidden="true">{signs[entry.line.kind]} </span>
              <span className="unseen">{words.lineMeans[entry.line.kind]}: </span>
              <LineText line={entry.line} />
            </div>
          ),
        )}
      </div>
      {folded.length > maxShown && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {compareWords.more(folded.length - maxShown)}
        </p>
      )}
    </>
  )
}

/** The line, with the words marked that are not in the other one. */
function LineText({ line: { text, pieces } }: { line: DiffLine }) {
  return (
    <>
      {firstPieces(pieces ?? [{ text, changed: false }]).map((piece) =>
        piece.changed ? (
          <mark key={piece.at}>{visibleText(piece.text)}</mark>
        ) : (
          <span key={piece.at}>{visibleText(piece.text)}</span>
        ),
      )}
      {text.length > longest && '…'}
    </>
  )
}

/** As much of a line as is shown, and at which character each piece begins. */
function firstPieces(pieces: NonNullable<DiffLine['pieces']>): { at: number; text: string; changed: boolean }[] {
  const shown = []
  let at = 0
  for (const { text, changed } of pieces) {
    if (at >= longest) break
    shown.push({ at, text: text.slice(0, longest - at), changed })
    at += text.length
  }
  return shown
}

/** A line that is shown, or a number of equal ones that are not. */
type FoldedLine = { key: string; kind: 'line'; line: DiffLine } | { key: string; kind: 'folded'; count: number }

/** Number of equal lines shown around each different one. */
const context = 2

/** Lines that differ, with a few around them; longer runs of equal ones as their number. Pure. */
export function foldLines(lines: readonly DiffLine[]): FoldedLine[] {
  const near = new Set<number>()
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let place = at - context; place <= at + context; place += 1) near.add(place)
  }
  const folded: FoldedLine[] = []
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1)
    if (near.has(at)) folded.push({ key: String(at), kind: 'line', line })
    else if (last?.kind === 'folded') last.count += 1
    else folded.push({ key: String(at), kind: 'folded', count: 1 })
  }
  return folded
}
