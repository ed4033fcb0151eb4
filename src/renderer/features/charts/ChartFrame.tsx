import type { ReactNode } from 'react'
import { Stack } from '../../ui/Stack.tsx'

interface ChartFrameProps {
  title: string
  /** What its marks mean, below it. */
  legend?: ReactNode
  /** The same as numbers, below it. */
  table?: ReactNode
  children: ReactNode
}

/** A chart with what belongs to it: title, legend, and the same as a table. */
export function ChartFrame({ title, legend, table, children }: ChartFrameProps) {
  return (
    <Stack gap={2}>
      <h3>{title}</h3>
      {children}
      {legend}
      {table}
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
  if (label === undefined) return <div className="chart-table">{children}</div>
  return (
    <div className="chart-table" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
