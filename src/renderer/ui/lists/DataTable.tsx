import type { Key, ReactNode } from 'react'
import { uiWords } from '../words.ts'
import css from './DataTable.module.css'

/** One column: its head, and what each row shows in it. */
export interface Column<Row> {
  /** Unique in its table. */
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Its cell names the row for screen readers. One column of a table does. */
  names?: boolean
  /** Figures of equal width. */
  numeric?: boolean
  /** In the type of bytes. */
  mono?: boolean
  /** Over how many columns a row's cell goes; the columns behind it are left out. 1 when absent. */
  span?: (row: Row) => number
  className?: string | undefined
}

interface DataTableProps<Row> {
  /** Names the table for screen readers, as `caption` does for everybody. */
  label?: string
  caption?: string
  columns: readonly Column<Row>[]
  /** Buttons of a row, in a last column of their own. Its head is for screen readers only. */
  actions?: (row: Row) => ReactNode
  rows: readonly Row[]
  rowKey: (row: Row, place: number) => Key
  /** Attributes of a row, for styles: `{ 'data-mark': true }`. */
  rowData?: (row: Row) => Readonly<Record<`data-${string}`, string | number | boolean | undefined>>
  /** Shown in place of the table when there are no rows. Without it, an empty table has its heads. */
  empty?: ReactNode
  /** rows: lines as high as a list's. values: small type from the top, long values break anywhere. */
  look?: 'rows' | 'values'
  /** The heads are for screen readers only. */
  hideHead?: boolean
  className?: string | undefined
}

/** A table between hairlines, whose columns are data. Wider than its place, it scrolls sideways. */
export function DataTable<Row>({
  label,
  caption,
  columns,
  actions,
  rows,
  rowKey,
  rowData,
  empty,
  look = 'rows',
  hideHead = false,
  className = '',
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined)
    return typeof empty === 'string' ? <p className="muted">{empty}</p> : empty
  return (
    <div className={css.frame}>
      <table className={`${css.table} ${className}`} data-look={look} aria-label={label}>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead className={hideHead ? 'unseen' : undefined}>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col">
                <span className="unseen">{uiWords.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={rowKey(row, place)} {...rowData?.(row)}>
              {cellsOf(columns, row).map(({ column, span }) => {
                const Cell = column.names === true ? 'th' : 'td'
                return (
                  <Cell
                    key={column.key}
                    scope={column.names === true ? 'row' : undefined}
                    colSpan={span === 1 ? undefined : span}
                    className={classOf(column)}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
              {actions !== undefined && <td className={css.actions}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The columns that a row has cells in, each with how many columns its cell takes. */
function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): { column: Column<Row>; span: number }[] {
  const cells: { column: Column<Row>; span: number }[] = []
  let free = 0
  for (const [place, column] of columns.entries()) {
    if (place < free) continue
    const span = column.span?.(row) ?? 1
    cells.push({ column, span })
    free = place + span
  }
  return cells
}

function classOf<Row>({ numeric, mono, className }: Column<Row>): string | undefined {
  const all = [numeric === true && css.numeric, mono === true && css.mono, className]
  return all.filter((name) => typeof name === 'string').join(' ') || undefined
}
