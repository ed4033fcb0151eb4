import type { ReactNode } from 'react'
import { uiWords } from '../words/ui.ts'
import './Table.css'

interface TableProps {
  /** Names the table for screen readers. */
  label: string
  head: readonly string[]
  /** The last column holds buttons; its head is for screen readers only. */
  actions?: boolean
  /** Rows: `<tr>` with as many cells as the head has. */
  children: ReactNode
}

/** A plain table between hairlines. */
export function Table({ label, head, actions = false, children }: TableProps) {
  return (
    <div className="table-frame">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="unseen">{uiWords.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
