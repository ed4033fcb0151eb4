import { memo, useMemo } from 'react'
import { bodyWords as words } from './words.ts'
import { BytesText } from './TextRows.tsx'
import { endThatDiffers, readAsNumber } from '../../../bytes/indexJson.ts'
import {
  at,
  hasFlag,
  holdsValues,
  type JsonIndex,
  kindOf,
  none,
  pieceKind,
  jsonPath,
  jsonPointer,
  stepsTo,
} from '../../../bytes/jsonIndex.ts'
import { maxIndent } from './layouts.ts'
import { endOfString } from '../../../../shared/basics/readJson.ts'
import { readString, textOf } from '../../../bytes/utf8.ts'
import jsonStyles from './JsonView.module.css'
import styles from './Body.module.css'
import { visibleText } from '../../../text/visibleText.ts'
import { CopyLazily } from './bodyCommands.tsx'
import { GuessList } from './PartsView.tsx'
import { guessMeaning, longestGuess } from '../../../bytes/guessMeaning.ts'

interface TreeRowProps {
  id: string
  index: JsonIndex
  bytes: Uint8Array
  node: number
  open: boolean
  selected: boolean
  describedBy: string | undefined
  /** The kind of the values' context menu, see useValueMenu. */
  menu: string
}

/** Maximum part of a value in a row; the line below the tree has more. */
const maxInRow = 240

/** One value of the tree: its key or position, itself or what it holds, and what is odd about it. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, index, bytes, node, open, selected, describedBy, menu } = props
  const parent = at(index.parent, node)
  const holder = holdsValues(index, node) && at(index.children, node) > 0
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      data-node={node}
      data-menu={menu}
      className={styles.treeRow}
      aria-level={at(index.depth, node) + 1}
      aria-setsize={parent === none ? 1 : at(index.children, parent)}
      aria-posinset={at(index.position, node) + 1}
      aria-expanded={holder ? open : undefined}
      aria-selected={selected}
      aria-describedby={describedBy}
      style={{ paddingLeft: `${Math.min(at(index.depth, node), maxIndent) * 2}ch` }}
    >
      <span
        data-part={holder ? 'tree-fold' : undefined}
        className={holder ? styles.treeFold : styles.treeLeaf}
        aria-hidden="true"
      >
        {holder && (open ? '▾' : '▸')}
      </span>
      <Name index={index} bytes={bytes} node={node} />
      <Value index={index} bytes={bytes} node={node} />
      <Oddities index={index} bytes={bytes} node={node} />
    </div>
  )
})

interface PartProps {
  index: JsonIndex
  bytes: Uint8Array
  node: number
}

function Name({ index, bytes, node }: PartProps) {
  const key = at(index.key, node)
  if (key !== none) {
    return (
      <>
        <span className={jsonStyles.key}>
          <BytesText bytes={bytes} start={key} end={endOfString(bytes, key)} most={maxInRow} />
        </span>
        <span className={jsonStyles.mark}>: </span>
      </>
    )
  }
  return at(index.parent, node) !== none && <span className={jsonStyles.mark}>{`${at(index.position, node)}: `}</span>
}

function Value({ index, bytes, node }: PartProps) {
  const count = at(index.children, node)
  if (!holdsValues(index, node)) {
    return (
      <span className={jsonStyles[pieceKind(index, node)]}>
        <BytesText bytes={bytes} start={at(index.start, node)} end={at(index.end, node)} most={maxInRow} />
      </span>
    )
  }
  const isObject = kindOf(index, node) === 'object'
  if (count === 0) return <span className={jsonStyles.mark}>{isObject ? '{}' : '[]'}</span>
  return (
    <span className={jsonStyles.mark}>{isObject ? `{ } ${words.entries(count)}` : `[ ] ${words.items(count)}`}</span>
  )
}

function Oddities({ index, bytes, node }: PartProps) {
  const odd: string[] = []
  let whole: string | undefined
  if (hasFlag(index, node, 'changed')) {
    const written = textOf(bytes, at(index.start, node), at(index.end, node))
    const read = readAsNumber(written) ?? ''
    whole = words.readAs(read)
    odd.push(words.readAs(endThatDiffers(written, read)))
  }
  if (hasFlag(index, node, 'duplicate')) odd.push(words.duplicate)
  if (hasFlag(index, node, 'loneSurrogate')) odd.push(words.loneSurrogate)
  if (hasFlag(index, node, 'open')) odd.push(words.open)
  return (
    odd.length > 0 && (
      <span className={styles.odd} title={whole}>
        {odd.join(', ')}
      </span>
    )
  )
}

interface TreeDetailProps {
  index: JsonIndex
  bytes: Uint8Array
  selected: number
  /** The value under the pointer: while there is one, its meaning is shown. */
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

/** Returns the text of a value: a string without quotes and escapes, anything else as it was sent. */
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
