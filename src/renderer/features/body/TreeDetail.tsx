import { useMemo } from 'react'
import { visibleText } from '../../text/visibleText.ts'
import { bodyWords as words } from './words.ts'
import { CopyLazily } from './CopyLazily.tsx'
import { GuessList } from './GuessList.tsx'
import { guessMeaning, longestGuess } from '../../bytes/guessMeaning.ts'
import { at, type JsonIndex, kindOf } from '../../bytes/jsonIndex.ts'
import { readString, textOf } from '../../bytes/textOf.ts'
import { jsonPath, jsonPointer, stepsTo } from '../../bytes/treePath.ts'
import styles from './Body.module.css'

interface TreeDetailProps {
  index: JsonIndex
  bytes: Uint8Array
  selected: number
  /** The value under the pointer: while there is one, its meaning is told. */
  pointed: number | null
  /** For the tree to say it of the selected value. */
  aboutId: string
}

/** A path longer than this is cut for the eye. */
const longestPath = 400

/** Below the tree: where the selected value stands, ways to copy it, and what it could mean. */
export function TreeDetail({ index, bytes, selected, pointed, aboutId }: TreeDetailProps) {
  const steps = useMemo(() => stepsTo(index, bytes, selected), [index, bytes, selected])
  const path = jsonPath(steps)
  const about = pointed ?? selected
  const guesses = useMemo(() => guessesFor(index, bytes, about), [index, bytes, about])
  return (
    <section className={styles.treeDetail} aria-label={words.aboutValue}>
      <div className={styles.treePath}>
        <code className="truncate" title={path.slice(0, longestPath)}>
          {visibleText(path.length > longestPath ? `…${path.slice(-longestPath)}` : path)}
        </code>
        <CopyLazily what={words.path} label={words.path} text={() => path} />
        <CopyLazily what={words.pointer} label={words.pointerLabel} text={() => jsonPointer(steps)} />
        <CopyLazily what={words.value} label={words.valueLabel} text={() => valueText(index, bytes, selected)} />
      </div>
      <div className={styles.treeAbout}>
        {guesses.length > 0 ? (
          <GuessList guesses={guesses} id={aboutId} />
        ) : (
          <p className="muted" id={aboutId}>
            {words.noGuess[kindOf(index, about)]}
          </p>
        )}
      </div>
    </section>
  )
}

/** What a value says: a string without quotes and escapes, anything else as it was sent. */
function valueText(index: JsonIndex, bytes: Uint8Array, node: number): string {
  const text = textOf(bytes, at(index.start, node), at(index.end, node))
  return kindOf(index, node) === 'string' ? readString(text) : text
}

function guessesFor(index: JsonIndex, bytes: Uint8Array, node: number) {
  const kind = kindOf(index, node)
  if (kind !== 'string' && kind !== 'number') return []
  if (at(index.end, node) - at(index.start, node) > longestGuess) return []
  return guessMeaning(valueText(index, bytes, node), kind === 'number')
}
