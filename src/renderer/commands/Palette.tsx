import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../ui/isComposing.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { keyNames, paletteWords } from './words.ts'
import type { Command } from './commandRegistry.ts'
import { PaletteList } from './PaletteList.tsx'
import { rankCommands } from './rankCommands.ts'
import { recentCommands, rememberCommand } from './recentCommands.ts'
import { useCommandRegistry } from './useCommands.ts'
import './Palette.css'

interface PaletteProps {
  open: boolean
  onClose: () => void
}

/** Everything that can be done, by its name. The browser keeps the focus inside and gives it back. */
export function Palette({ open, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === open) return
    if (open) element.showModal()
    else element.close()
  }, [open])
  const run = (command: Command) => {
    if (command.answersQuery !== true) rememberCommand(command.id)
    // First the focus goes back to where it was: a command may move it on from there.
    dialog.current?.close()
    onClose()
    command.run()
  }
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={paletteWords.name}
      closedby="any"
      onCancel={(event) => {
        // The state closes it: were it the browser, a key pressed before the browser's event would find an open palette.
        event.preventDefault()
        onClose()
      }}
      // The browser's event comes late. When the palette is open again by then, it is about the time before.
      onClose={(event) => !event.currentTarget.open && onClose()}
    >
      {open && <PaletteContent onRun={run} />}
    </dialog>
  )
}

function PaletteContent({ onRun }: { onRun: (command: Command) => void }) {
  const registry = useCommandRegistry()
  const [recent] = useState(recentCommands)
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const base = useId()
  const offered = registry.all(query).filter(({ hidden }) => hidden !== true)
  const groups = rankCommands(offered, query, recent)
  const flat = groups.flatMap(({ commands }) => commands.map(({ command }) => command))
  const chosen = flat[index]

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const jump = { PageDown: page, PageUp: -page }[event.key]
    if (step !== undefined) setIndex(wrap(index + step, flat.length))
    else if (jump !== undefined) setIndex(clamp(index + jump, flat.length))
    else if (event.key === 'Enter' && chosen !== undefined) onRun(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="palette-line">
        <Search className="palette-sign" aria-hidden="true" />
        <input
          className="palette-input"
          type="text"
          role="combobox"
          aria-label={paletteWords.button}
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : `${base}-${index}`}
          placeholder={paletteWords.placeholder}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setIndex(0)
          }}
          onKeyDown={onKeyDown}
        />
        <span className="palette-esc" title={paletteWords.close}>
          <Kbd>{keyNames['Escape'] ?? ''}</Kbd>
        </span>
      </div>
      <PaletteList base={base} groups={groups} index={index} onPoint={setIndex} onRun={onRun} />
    </>
  )
}

/** How far Page Up and Page Down go. */
const page = 8

function wrap(index: number, count: number): number {
  return count === 0 ? 0 : (index + count) % count
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}
