import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { Finder, FinderDialog } from '../ui/popups/Finder.tsx'
import { Kbd, ShortcutKeys, type Shortcut, shortcuts } from './shortcuts.tsx'
import { type Command, useCommandRegistry } from './useCommands.ts'
import { commandGroups, keyNames, paletteWords, keyHelpWords, type CommandGroup } from './words.ts'
import styles from './Palette.module.css'

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

export interface RankedCommand {
  command: Command
  /** Positions of the letters in the title that answer what was typed. */
  at: readonly number[]
}

export interface RankedGroup {
  group: CommandGroup | 'recent'
  commands: readonly RankedCommand[]
}

/** Extra points for a match in the title, compared with the other words. */
const titlePoints = 6
const recentPoints = 3
/** Letters strewn over a title are no answer where others fit far better: at least this share of the best. */
const leastShare = 0.5
/** With nothing typed the recent ones stand first; this many. */
const maxRecent = 5

/**
 * The commands that answer what was typed, in groups. Nothing typed: the recent ones, then all in the order of the groups.
 * Else the group with the best answer first, and in it the best first. Pure.
 */
export function rankCommands(commands: readonly Command[], query: string, recent: readonly string[]): RankedGroup[] {
  return query.trim() === '' ? listAll(commands, recent) : listAnswers(commands, query, recent)
}

function listAll(commands: readonly Command[], recent: readonly string[]): RankedGroup[] {
  const used = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, maxRecent)
  const others = commands.filter((command) => !used.includes(command))
  const plain = (command: Command): RankedCommand => ({ command, at: [] })
  return [
    { group: 'recent' as const, commands: used.map(plain) },
    ...groupNames.map((group) => ({
      group,
      commands: others.filter((command) => command.group === group).map(plain),
    })),
  ].filter(({ commands }) => commands.length > 0)
}

function listAnswers(commands: readonly Command[], query: string, recent: readonly string[]): RankedGroup[] {
  const ranked = commands.flatMap((command) => rank(command, query, recent) ?? [])
  const best = Math.max(0, ...ranked.map(({ score }) => score))
  const answers = ranked
    .filter(({ at, score }) => at.length === 0 || score >= best * leastShare)
    .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)) || other.score - one.score)
  const groups = [...new Set(answers.map(({ command }) => command.group))]
  return groups.map((group) => ({ group, commands: answers.filter(({ command }) => command.group === group) }))
}

function isNamed({ command }: RankedCommand): boolean {
  return command.isNamed === true
}

function rank(command: Command, query: string, recent: readonly string[]): (RankedCommand & { score: number }) | null {
  if (command.answersQuery === true) return { command, at: [], score: 0 }
  const bonus = recent.includes(command.id) ? recentPoints : 0
  const title = fuzzyMatch(query, command.title)
  const inTitle = title === null ? null : { at: title.at, score: title.score + titlePoints }
  const best = [inTitle, matchOtherWords(query, command)].reduce(
    (one, other) => (other === null ? one : better(one, other)),
    null,
  )
  return best === null ? null : { command, at: best.at, score: best.score + bonus }
}

/**
 * The other words match by their beginnings and count as much as the same letters side by side in a title; whole words as
 * much as in the title itself: "ngrok" does not match a title that has these letters far apart. Words of the title and
 * the group may be typed along.
 */
function matchOtherWords(query: string, { title, alsoFoundBy = '', group }: Command): Match | null {
  const typed = wordsOf(query)
  const others = wordsOf(alsoFoundBy)
  const all = [...others, ...wordsOf(`${title} ${commandGroups[group]}`)]
  if (!typed.every((word) => all.some((other) => other.startsWith(word)))) return null
  const own = typed.filter((word) => others.some((other) => other.startsWith(word)))
  const letters = own.reduce((sum, { length }) => sum + length * points.letter + (length - 1) * points.beside, 0)
  const isWhole = own.length > 0 && own.every((word) => others.includes(word))
  return { score: letters + own.length * points.wordStart + (isWhole ? titlePoints : 0), at: [] }
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const groupNames = Object.keys(commandGroups) as CommandGroup[]

/** How well a text answers what was typed, and which of its letters do. */
interface Match {
  score: number
  /** Positions in the text, ascending. */
  at: readonly number[]
}

/**
 * Looks for every typed word's letters in their order, without regard to case: "tdk" finds "Theme: dark". Words may come
 * in any order. Beginnings of words and letters side by side count most. Null when a word is not in it; pure.
 */
export function fuzzyMatch(query: string, text: string): Match | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = new Set<number>()
  let score = 0
  for (const word of words) {
    const match = matchWord(word, text)
    if (match === null) return null
    score += match.score
    for (const at of match.at) found.add(at)
  }
  // The shorter of two texts with the same letters ranks first.
  return { score: score - text.length / 100, at: [...found].sort((one, other) => one - other) }
}

const points = { letter: 1, beside: 6, wordStart: 5, textStart: 2, gap: 0.2 }

/** The best way to lay one word's letters into the text, found from its end: best[l] is for the letters from l on. */
function matchWord(word: string, text: string): Match | null {
  const lower = text.toLowerCase()
  // A letter whose lower case is longer would shift the positions.
  if (lower.length !== text.length) return lower.includes(word) ? { score: word.length, at: [] } : null
  let ways = new Map<number, Match>()
  for (let letter = word.length - 1; letter >= 0; letter--) {
    const next = new Map<number, Match>()
    const isLast = letter === word.length - 1
    for (let at = lower.indexOf(word[letter] ?? ''); at !== -1; at = lower.indexOf(word[letter] ?? '', at + 1)) {
      const own = points.letter + startPoints(text, at)
      if (isLast) next.set(at, { score: own, at: [at] })
      else {
        const best = bestAfter(ways, at)
        if (best !== null) next.set(at, { score: own + best.score, at: [at, ...best.at] })
      }
    }
    ways = next
  }
  return [...ways.values()].reduce<Match | null>((best, way) => better(best, way), null)
}

function bestAfter(ways: ReadonlyMap<number, Match>, at: number): Match | null {
  let best: Match | null = null
  for (const [start, way] of ways) {
    if (start <= at) continue
    const near = start === at + 1 ? points.beside : -points.gap * Math.min(10, start - at)
    best = better(best, { score: way.score + near, at: way.at })
  }
  return best
}

function better(one: Match | null, other: Match): Match {
  return one === null || other.score > one.score ? other : one
}

function startPoints(text: string, at: number): number {
  if (at === 0) return points.wordStart + points.textStart
  const before = text[at - 1] ?? ''
  const here = text[at] ?? ''
  const startsWord = !/[\p{L}\p{N}]/u.test(before) || (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before))
  return startsWord ? points.wordStart : 0
}
