import type { ReactNode } from 'react'
import { compareWords } from '../words/compare.ts'

export interface PairRow {
  key: string
  name: ReactNode
  one: ReactNode
  other: ReactNode
  differs: boolean
}

interface PairTableProps {
  label: string
  rows: readonly PairRow[]
  onlyDifferences: boolean
  /** Said in place of the table when nothing is left of it. */
  same: string
}

/** Names with the values of A and B. What differs has a sign, not only a colour. */
export function PairTable({ label, rows, onlyDifferences, same }: PairTableProps) {
  const shown = onlyDifferences ? rows.filter(({ differs }) => differs) : rows
  if (shown.length === 0) return <p className="muted">{same}</p>
  return (
    <table className="pairs" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{compareWords.what}</th>
          <th scope="col">{compareWords.one}</th>
          <th scope="col">{compareWords.other}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ key, name, one, other, differs }) => (
          <tr key={key} data-differs={differs || undefined}>
            <th scope="row">
              <span className="pairs-sign">
                {differs && (
                  <>
                    <span aria-hidden="true">{compareWords.sign}</span>
                    <span className="unseen">{compareWords.differs}</span>
                  </>
                )}
              </span>
              {name}
            </th>
            <td>{one}</td>
            <td>{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
