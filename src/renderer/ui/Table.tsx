import type { ReactNode } from 'react'
import './Table.css'

interface TableProps {
  /** Names the table for screen readers. */
  label: string
  head: readonly string[]
  /** Rows: `<tr>` with as many cells as the head has. */
  children: ReactNode
}

/** A plain table between hairlines; wide ones scroll inside themselves. A head that is empty text has no words. */
export function Table({ label, head, children }: TableProps) {
  return (
    <div className="table-frame">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {head.map((name, index) =>
              name === '' ? (
                <td key={`${index}`} />
              ) : (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
