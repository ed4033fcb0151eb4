import { visibleText } from '../delivery/visibleText.ts'
import { compareWords } from '../words/compare.ts'
import type { DiffLine } from './diffLines.ts'
import { foldLines } from './foldLines.ts'

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
      <p className="comparison-note">{compareWords.linesDiffer(count('gone'), count('new'))}</p>
      <div className="line-difference">
        {folded.slice(0, mostShown).map((entry) =>
          entry.kind === 'folded' ? (
            <div key={entry.key} className="muted">
              {compareWords.sameLines(entry.count)}
            </div>
          ) : (
            <div key={entry.key} data-kind={entry.line.kind}>
              <span aria-hidden="true">{signs[entry.line.kind]} </span>
              <span className="unseen">{compareWords.lineMeans[entry.line.kind]}: </span>
              {visibleText(entry.line.text.slice(0, longest))}
              {entry.line.text.length > longest && '…'}
            </div>
          ),
        )}
      </div>
      {folded.length > mostShown && <p className="view-note">{compareWords.more(folded.length - mostShown)}</p>}
    </>
  )
}
