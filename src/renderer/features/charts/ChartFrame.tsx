import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { chartWords } from './words.ts'
import styles from './Charts.module.css'

interface ChartFrameProps {
  /** Absent: what is around it has a title. */
  title?: string
  /** What chooses what is shown, above the chart. */
  choices?: ReactNode
  /** What its marks mean, below it. */
  legend?: ReactNode
  /** The same as numbers. */
  table?: ReactNode
  /** Where the table is: below the chart, or in its place when somebody asks for it. */
  tableIs?: 'below' | 'instead'
  children: ReactNode
}

/** A chart with what belongs to it: title, choices, legend, and the same as a table. */
export function ChartFrame({ title, choices, legend, table, tableIs = 'below', children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const isSwitched = tableIs === 'instead'
  const isTable = isSwitched && asTable
  return (
    <Stack gap={2}>
      {title !== undefined && <h3>{title}</h3>}
      {choices !== undefined && (
        <div data-part="chart-choices" className={styles.choices}>
          {choices}
        </div>
      )}
      {isTable ? table : children}
      {(isSwitched || legend !== undefined) && (
        <div className={styles.foot}>
          <div>{!isTable && legend}</div>
          {isSwitched && (
            <Button look="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {chartWords.showTable}
            </Button>
          )}
        </div>
      )}
      {!isSwitched && table}
    </Stack>
  )
}

interface ChartTableProps {
  /** Names the place for those who scroll it with the keyboard. Absent: what is around it scrolls. */
  label?: string
  children: ReactNode
}

/** The table that is in for a chart: in a place of its own that scrolls. */
export function ChartTable({ label, children }: ChartTableProps) {
  if (label === undefined)
    return (
      <div data-part="chart-table" className={styles.table}>
        {children}
      </div>
    )
  return (
    <div data-part="chart-table" className={styles.table} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
