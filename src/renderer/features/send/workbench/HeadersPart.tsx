import { ArrowDown, ArrowUp, Plus, RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Button, IconButton, Row } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import {
  type DraftHeader,
  headerProblem,
  linesOf,
  type RequestDraft,
  withMovedHeader,
  withNewHeader,
} from './requestDraft.ts'
import { workbenchWords as words } from './words.ts'
import styles from './Workbench.module.css'

interface HeadersPartProps {
  draft: Pick<RequestDraft, 'headers'>
  set: (field: 'headers', value: readonly DraftHeader[]) => void
  origin: Pick<RequestDraft, 'headers'>
}

/** The headers in their order, a line each: typed over, moved, removed, and the same name as often as wanted. */
export function HeadersPart({ draft: { headers }, set, origin }: HeadersPartProps) {
  const { area, change, move, add, remove } = useHeaderEdits(headers, (next) => set('headers', next))
  const placed = headers.map((header, index) => ({ ...header, place: index + 1 }))
  const cell = (part: 'name' | 'value') => (header: PlacedHeader) => (
    <HeaderInput header={header} part={part} onChange={change} onMove={move} />
  )
  return (
    <div ref={area} className={styles.headers}>
      <DataTable
        label={words.headers}
        look="values"
        className={styles.headerTable}
        rows={placed}
        rowKey={({ key }) => key}
        rowData={({ key }) => ({ 'data-header': key })}
        empty={words.noHeaders}
        columns={[
          { key: 'name', head: words.headerName, className: styles.nameCell, cell: cell('name') },
          { key: 'value', head: words.headerValue, cell: cell('value') },
        ]}
        actions={({ key, place }) => (
          <div className={styles.rowActions}>
            <IconButton
              label={words.moveUp}
              data-of="up"
              icon={<ArrowUp />}
              disabled={place === 1}
              onClick={() => move(key, -1, 'up')}
            />
            <IconButton
              label={words.moveDown}
              data-of="down"
              icon={<ArrowDown />}
              disabled={place === headers.length}
              onClick={() => move(key, 1, 'down')}
            />
            <IconButton label={words.remove} data-of="remove" icon={<X />} onClick={() => remove(key)} />
          </div>
        )}
      />
      <ul className={styles.problems}>
        {placed.map((header) => {
          const problem = headerProblem(header)
          if (problem === null) return null
          return <li key={header.key}>{words.headerIs(header.place, words.headerProblems[problem])}</li>
        })}
      </ul>
      <Row gap={2}>
        <Button icon={<Plus aria-hidden="true" />} onClick={add}>
          {words.addHeader}
        </Button>
        {!sameLines(headers, origin.headers) && (
          <Button look="quiet" icon={<RotateCcw aria-hidden="true" />} onClick={() => set('headers', origin.headers)}>
            {words.headersAsStored}
          </Button>
        )}
      </Row>
      <p className={styles.note}>{words.headersNote}</p>
    </div>
  )
}

/** A header with its place, counted from 1. */
type PlacedHeader = DraftHeader & { place: number }

interface HeaderInputProps {
  header: PlacedHeader
  part: 'name' | 'value'
  onChange: (key: number, change: Partial<DraftHeader>) => void
  onMove: (key: number, by: number, part: string) => void
}

function HeaderInput({ header, part, onChange, onMove }: HeaderInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    onMove(header.key, by, part)
  }
  return (
    <input
      type="text"
      spellCheck={false}
      autoComplete="off"
      data-part="input"
      data-of={part}
      className={`${fieldStyles.input} mono`}
      aria-label={part === 'name' ? words.nameOf(header.place) : words.valueOf(header.place)}
      aria-invalid={headerProblem(header)?.startsWith(part) === true}
      value={header[part]}
      onChange={(event) => onChange(header.key, { [part]: event.target.value })}
      onKeyDown={onKeyDown}
    />
  )
}

/** Edits of the lines. Moving a row can cost it the focus, and removing one does: it goes to where typing continues. */
function useHeaderEdits(headers: readonly DraftHeader[], set: (headers: readonly DraftHeader[]) => void) {
  const area = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ key: number; part: string } | null>(null)
  useLayoutEffect(() => {
    const now = wanted.current
    if (now === null) return
    wanted.current = null
    const row = area.current?.querySelector(`[data-header="${now.key}"]`)
    const target = row?.querySelector<HTMLElement>(`[data-of="${now.part}"]:enabled`)
    ;(target ?? row?.querySelector<HTMLElement>('[data-of="name"]'))?.focus()
  })
  const focusNext = (key: number | undefined, part: string) => {
    wanted.current = key === undefined ? null : { key, part }
  }
  return {
    area,
    change: (key: number, part: Partial<DraftHeader>) =>
      set(headers.map((header) => (header.key === key ? { ...header, ...part } : header))),
    move: (key: number, by: number, part: string) => {
      focusNext(key, part)
      set(withMovedHeader(headers, key, by))
    },
    add: () => {
      const next = withNewHeader(headers)
      focusNext(next.at(-1)?.key, 'name')
      set(next)
    },
    remove: (key: number) => {
      const at = headers.findIndex((header) => header.key === key)
      focusNext((headers[at + 1] ?? headers[at - 1])?.key, 'remove')
      set(headers.toSpliced(at, 1))
    },
  }
}

export function sameLines(one: readonly DraftHeader[], other: readonly DraftHeader[]): boolean {
  return JSON.stringify(linesOf(one)) === JSON.stringify(linesOf(other))
}
