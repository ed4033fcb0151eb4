import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog, Finder, FinderDialog } from '../ui/popups/Dialog.tsx'
import { Kbd, ShortcutKeys } from './ShortcutKeys.tsx'
import { type Command, useCommandRegistry } from './useCommands.ts'
import { rankCommands, type RankedCommand } from './rankCommands.ts'
import { commandGroups, keyNames, paletteWords, keyHelpWords } from './words.ts'
import styles from './Palette.module.css'
import { type Shortcut, shortcuts } from './shortcuts.ts'

/** Everything that can be done, by its name. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const run = (command: Command) => {
    if (command.answersQuery !== true) rememberCommand(command.id)
    // First the focus goes back to where it was: a command may move it on from there.
    flushSync(onClose)
    command.run()
  }
  return (
    <FinderDialog isPalette className={styles.palette} label={paletteWords.name} open={open} onClose={onClose}>
      <PaletteContent onRun={run} />
    </FinderDialog>
  )
}

function PaletteContent({ onRun }: { onRun: (command: Command) => void }) {
  const registry = useCommandRegistry()
  const [recent] = useState(recentCommands)
  const [query, setQuery] = useState('')
  const offered = registry.all(query).filter(({ hidden }) => hidden !== true)
  const groups = rankCommands(offered, query, recent)
  return (
    <Finder
      name={paletteWords.button}
      placeholder={paletteWords.placeholder}
      listLabel={paletteWords.name}
      query={query}
      onType={setQuery}
      groups={groups.map(({ group, commands }) => ({
        title: group === 'recent' ? paletteWords.recent : commandGroups[group],
        items: commands,
      }))}
      keyOf={({ command }) => command.id}
      onTake={({ command }) => onRun(command)}
      beside={
        <span className={styles.escape} title={paletteWords.close}>
          <Kbd>{keyNames['Escape'] ?? ''}</Kbd>
        </span>
      }
      listClass={styles.list}
      titleClass={styles.group}
      optionClass={styles.option}
    >
      {optionContent}
    </Finder>
  )
}

function optionContent({ command: { title, detail, keys }, at }: RankedCommand) {
  return (
    <>
      <span className="truncate">
        {runsOf(title, at).map(({ start, part, marked }) =>
          marked ? (
            <mark key={start} className={styles.mark}>
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </span>
      {detail !== undefined && <span className={`${styles.detail} truncate`}>{detail}</span>}
      {keys !== undefined && (
        <span className={styles.keys}>
          <ShortcutKeys keys={keys} />
        </span>
      )}
    </>
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

const storageKey = 'hookscope.palette.recent'
const maxRemembered = 12

/** Ids of the commands used last, the newest first. */
function recentCommands(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function rememberCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((other) => other !== id)].slice(0, maxRemembered)
  localStorage.setItem(storageKey, JSON.stringify(ids))
}

const places = Object.keys(keyHelpWords.places) as Shortcut['place'][]
const groups = places
  .map((place) => ({ place, entries: shortcuts.filter((shortcut) => shortcut.place === place) }))
  .filter(({ entries }) => entries.length > 0)

/** The overview of keys, made from their table. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={keyHelpWords.title} open={open} onClose={onClose} isReference>
      <p className={styles.lead}>{keyHelpWords.lead}</p>
      <div className={styles.keyGroups}>
        {groups.map(({ place, entries }) => (
          <section key={place} className={styles.keyGroup} aria-label={keyHelpWords.places[place]}>
            <h3>{keyHelpWords.places[place]}</h3>
            <dl>
              {entries.map(({ id, keys, what }) => (
                <div key={id} className={styles.line}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Keys of which any does it; many of them as the first to the last. */
function Keys({ keys }: { keys: readonly string[] }) {
  const [first = '', last = ''] = [keys[0], keys.at(-1)]
  if (keys.length <= 2) return keys.map((key) => <ShortcutKeys key={key} keys={key} />)
  return (
    <>
      <Kbd>{first}</Kbd>–<Kbd>{last}</Kbd>
    </>
  )
}
