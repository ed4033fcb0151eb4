import { useEffect, useRef } from 'react'
import { commandGroups, paletteWords } from './words.ts'
import type { Command } from './commandRegistry.ts'
import type { RankedCommand, RankedGroup } from './rankCommands.ts'
import { ShortcutKeys } from './ShortcutKeys.tsx'

interface PaletteListProps {
  /** Ids of the options begin with it. */
  base: string
  groups: readonly RankedGroup[]
  /** The chosen option, counted through all groups. */
  index: number
  onPoint: (index: number) => void
  onRun: (command: Command) => void
}

/** The commands that answer what was typed, as one listbox in groups. The focus stays in the field above. */
export function PaletteList({ base, groups, index, onPoint, onRun }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (index === 0) list.current?.scrollTo({ top: 0 })
    else list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { commands }) => sum + commands.length, 0))
  return (
    <div ref={list} id={`${base}-list`} className="palette-list" role="listbox" aria-label={paletteWords.name}>
      {groups.map(({ group, commands }, at) => (
        <div key={group} role="group" aria-labelledby={`${base}-${group}`}>
          <div id={`${base}-${group}`} className="palette-group" role="presentation">
            {group === 'recent' ? paletteWords.recent : commandGroups[group]}
          </div>
          {commands.map((ranked, inGroup) => (
            <Option
              key={ranked.command.id}
              base={base}
              index={(starts[at] ?? 0) + inGroup}
              chosen={(starts[at] ?? 0) + inGroup === index}
              ranked={ranked}
              onPoint={onPoint}
              onRun={onRun}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps extends Omit<PaletteListProps, 'groups'> {
  chosen: boolean
  ranked: RankedCommand
}

function Option({ base, index, chosen, ranked: { command, at }, onPoint, onRun }: OptionProps) {
  const { title, detail, keys } = command
  return (
    <button
      type="button"
      id={`${base}-${index}`}
      className="palette-option"
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerMove={() => {
        if (!chosen) onPoint(index)
      }}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(command)}
    >
      <span className="truncate">
        <HighlightedText text={title} at={at} />
      </span>
      {detail !== undefined && <span className="palette-detail truncate">{detail}</span>}
      {keys !== undefined && <ShortcutKeys keys={keys} />}
    </button>
  )
}

/** A text with some of its letters marked. */
function HighlightedText({ text, at }: { text: string; at: readonly number[] }) {
  return runsOf(text, at).map(({ start, part, marked }) =>
    marked ? (
      <mark key={start} className="palette-mark">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** The text cut where marked letters begin and end. */
function runsOf(text: string, at: readonly number[]): { start: number; part: string; marked: boolean }[] {
  const runs: { start: number; part: string; marked: boolean }[] = []
  for (let start = 0; start < text.length;) {
    const marked = at.includes(start)
    let end = start + 1
    while (end < text.length && at.includes(end) === marked) end++
    runs.push({ start, part: text.slice(start, end), marked })
    start = end
  }
  return runs
}
