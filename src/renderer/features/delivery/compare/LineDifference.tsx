import { visibleText } from '../../../text/visibleText.ts'
import { compareWords } from './words.ts'
import type { DiffLine } from './diffLines.ts'
import notesStyles from '../../../ui/Notes.module.css'
import styles from './CompareView.module.css'

/** So many lines are laid out, and so many characters of each. */
const mostShown = 600
const longest = 500

const signs = { same: ' ', gone: '−', new: '+' } as const

/** Lines of both bodies in one list. Signs say what stands where, as well as colours. */
export function LineDifference({ lines }: { lines: readonly DiffLine[] }) {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  const folded = foldLines(lines)
  return (
    <>
      <p className={styles.comparisonNote}>{compareWords.linesDiffer(count('gone'), count('new'))}</p>
      <div className={styles.lineDifference}>
        {folded.slice(0, mostShown).map((entry) =>
          entry.kind === 'folded' ? (
            <div key={entry.key} className="muted">
              {compareWords.sameLines(entry.count)}
            </div>
          ) : (
            <div key={entry.key} data-kind={entry.line.kind}>
              <span aria-hidden="true">{signs[entry.line.kind]} </span>
              <span className="unseen">{compareWords.lineMeans[entry.line.kind]}: </span>
              <LineText line={entry.line} />
            </div>
          ),
        )}
      </div>
      {folded.length > mostShown && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {compareWords.more(folded.length - mostShown)}
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

/** So many equal lines stay around each that differs. */
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
