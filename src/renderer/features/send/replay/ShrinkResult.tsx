import type { Shrink } from '../../../../shared/wireTypes.ts'
import { clauseUndone, clauseWords } from '../../../../shared/words/sending/shrinking.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import { Stack } from '../../../ui/basics/Stack.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { shrinkWords as words } from './shrinkWords.ts'
import styles from './Shrink.module.css'

/** The result of a search: the sentence, the parts to blame, and the smallest delivery. */
export function ShrinkResult({ shrink }: { shrink: Shrink }) {
  const { state, sentence, clauses, smallest, signedWith } = shrink
  const steady = state === 'found' ? `, ${words.repeated(shrink)}` : ''
  return (
    <Stack gap={4}>
      {state === 'found' ? (
        <DoneNote>
          <Coded text={sentence} />
        </DoneNote>
      ) : (
        <ErrorNote look="warn">
          <Coded text={sentence} />
        </ErrorNote>
      )}
      <p className="muted">
        {words.sent(shrink)}
        {steady}
      </p>
      {signedWith === null && <p className="muted">{words.unsigned}</p>}
      {clauses.length > 1 && (
        <DataTable
          label={words.parts}
          rows={clauses}
          rowKey={({ in: where, place, what }) => `${where} ${place} ${what}`}
          columns={[
            { key: 'part', head: words.part1, names: true, cell: (clause) => <Coded text={clauseWords(clause)} /> },
            { key: 'undone', head: words.passes, cell: (clause) => visibleText(clauseUndone(clause)) },
          ]}
        />
      )}
      {smallest !== null && (
        <section className={styles.part} aria-label={words.smallest}>
          <h3>
            {words.smallest} <span className="muted">{words.size(shrink)}</span>
          </h3>
          <CodeBlock text={pretty(smallest.body)} language="json" label={words.smallestBody} />
        </section>
      )}
    </Stack>
  )
}

/** The places where the smallest delivery differs from the one that was searched, folded. */
export function ShrinkDifferences({ differences }: Pick<Shrink, 'differences'>) {
  if (differences.length === 0) return null
  return (
    <details>
      <summary>{words.difference(differences.length)}</summary>
      <DataTable
        look="values"
        className={styles.differences}
        rows={differences}
        rowKey={({ path }, place) => `${path} ${place}`}
        columns={[
          { key: 'path', head: words.path, names: true, mono: true, cell: ({ path }) => visibleText(path) },
          { key: 'before', head: words.before, mono: true, cell: ({ before }) => shown(before, words.none) },
          { key: 'after', head: words.after, mono: true, cell: ({ after }) => shown(after, words.removed) },
        ]}
      />
    </details>
  )
}

/** A sentence whose code is between backticks. A value of a delivery may have some, too: the words are the same then. */
function Coded({ text }: { text: string }) {
  return [...text.matchAll(/`([^`]*)`|[^`]+/g)].map(({ 0: all, 1: code, index }) =>
    code === undefined ? visibleText(all) : <code key={index}>{visibleText(code)}</code>,
  )
}

/** Maximum characters of a value in the table of differences. */
const maxValue = 300

function shown(value: string | null, missing: string) {
  if (value === null) return <span className="muted">{missing}</span>
  return visibleText(value.length > maxValue ? `${value.slice(0, maxValue)}…` : value)
}

/** In lines where it is small enough to be read, and exactly as it was sent where its numbers would change. */
function pretty(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    const lines = JSON.stringify(value, null, 2)
    return JSON.stringify(value) === body ? lines : body
  } catch {
    return body
  }
}
