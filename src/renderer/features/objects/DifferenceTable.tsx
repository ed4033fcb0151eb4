import type { ObjectItem } from '../../../shared/wireTypes.ts'
import { differenceWords } from './words.ts'
import { visibleText } from '../../text/visibleText.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import css from './DifferenceTable.module.css'

interface DifferenceTableProps {
  lines: NonNullable<ObjectItem['difference']>
  /** What the two sides are called, and what is said where a place is not there. */
  words?: { before: string; after: string; wasNotThere: string; gone: string; wholeObject: string }
}

/** Places where two values differ: path, value before, value after. Signs say it as well as colours. */
export function DifferenceTable({ lines, words = differenceWords }: DifferenceTableProps) {
  return (
    <DataTable
      look="values"
      className={css.difference}
      rows={lines}
      // One place can be there twice: what was in it is gone, and something else was added.
      rowKey={({ path, before, after, movedFrom }) => `${path} ${movedFrom ?? ''} ${before === null} ${after === null}`}
      columns={[
        {
          key: 'path',
          head: differenceWords.path,
          names: true,
          mono: true,
          cell: ({ path }) => (path === '' ? words.wholeObject : visibleText(path)),
        },
        {
          key: 'before',
          head: words.before,
          mono: true,
          cell: ({ before, movedFrom }) =>
            movedFrom !== undefined ? (
              <span className="muted">{differenceWords.movedFrom(visibleText(movedFrom))}</span>
            ) : before === null ? (
              <span className="muted">{words.wasNotThere}</span>
            ) : (
              <del data-solid={isSolid(before)}>{visibleText(before)}</del>
            ),
        },
        {
          key: 'after',
          head: words.after,
          mono: true,
          cell: ({ after, movedFrom }) =>
            after === null ? (
              <span className="muted">{words.gone}</span>
            ) : movedFrom !== undefined ? (
              visibleText(after)
            ) : (
              <ins data-solid={isSolid(after)}>{visibleText(after)}</ins>
            ),
        },
      ]}
    />
  )
}

/** There is no space in it at which a line could end. */
function isSolid(value: string): true | undefined {
  return /\s/.test(value) ? undefined : true
}
