import type { ReactNode } from 'react'
import { DataTable } from '../../../ui/DataTable.tsx'
import { compareWords } from './words.ts'
import css from './PairTable.module.css'

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
    <DataTable
      label={label}
      look="values"
      className={css.pairs}
      rows={shown}
      rowKey={({ key }) => key}
      rowData={({ differs }) => ({ 'data-differs': differs || undefined })}
      columns={[
        {
          key: 'name',
          head: compareWords.what,
          names: true,
          cell: ({ name, differs }) => (
            <>
              <span className={css.sign}>
                {differs && (
                  <>
                    <span aria-hidden="true">{compareWords.sign}</span>
                    <span className="unseen">{compareWords.differs}</span>
                  </>
                )}
              </span>
              {name}
            </>
          ),
        },
        { key: 'one', head: compareWords.one, mono: true, cell: ({ one }) => one },
        { key: 'other', head: compareWords.other, mono: true, cell: ({ other }) => other },
      ]}
    />
  )
}
