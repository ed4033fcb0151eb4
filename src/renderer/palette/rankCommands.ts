import { type CommandGroup, commandGroups } from '../words/palette.ts'
import type { Command } from './commandRegistry.ts'
import { fuzzyMatch } from './fuzzyMatch.ts'

export interface RankedCommand {
  command: Command
  /** Positions of the letters in the title that answer what was typed. */
  at: readonly number[]
}

export interface RankedGroup {
  group: CommandGroup | 'recent'
  commands: readonly RankedCommand[]
}

/** What the title's own letters are worth over the words beside it. */
const titlePoints = 6
const recentPoints = 3
/** Letters strewn over a title are no answer where others fit far better: at least this share of the best. */
const leastShare = 0.5
/** With nothing typed the recent ones stand first; this many. */
const mostRecent = 5

/**
 * The commands that answer what was typed, in groups. Nothing typed: the recent ones, then all in the order of the groups.
 * Else the group with the best answer first, and in it the best first. Pure.
 */
export function rankCommands(commands: readonly Command[], query: string, recent: readonly string[]): RankedGroup[] {
  return query.trim() === '' ? listAll(commands, recent) : listAnswers(commands, query, recent)
}

function listAll(commands: readonly Command[], recent: readonly string[]): RankedGroup[] {
  const used = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, mostRecent)
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
    .sort((one, other) => other.score - one.score)
  const groups = [...new Set(answers.map(({ command }) => command.group))]
  return groups.map((group) => ({ group, commands: answers.filter(({ command }) => command.group === group) }))
}

function rank(command: Command, query: string, recent: readonly string[]): (RankedCommand & { score: number }) | null {
  if (command.answersQuery === true) return { command, at: [], score: 0 }
  const bonus = recent.includes(command.id) ? recentPoints : 0
  const title = fuzzyMatch(query, command.title)
  if (title !== null) return { command, at: title.at, score: title.score + titlePoints + bonus }
  // The title does not answer: the words beside it may, by their beginnings.
  const beside = [command.title, command.alsoFoundBy, commandGroups[command.group]].join(' ')
  return beginsWords(query, beside) ? { command, at: [], score: bonus } : null
}

/** Whether everything typed begins one of the text's words. */
function beginsWords(query: string, text: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean)
  return typed.every((begun) => words.some((word) => word.startsWith(begun)))
}

const groupNames = Object.keys(commandGroups) as CommandGroup[]
