import type { Command } from 'commander'

/** What is completed after an option or as an argument. */
export type Takes = 'nothing' | 'file' | 'folder' | 'text' | readonly string[]

/** An option of a command, as far as completion needs it. */
interface OptionWords {
  /** Such as "--data" and "-n". */
  flags: readonly string[]
  says: string
  takes: Takes
}

/** A command, as far as completion needs it. */
export interface CommandWords {
  /** As it is typed: `tail`, and `rules apply` for a command of a command. */
  name: string
  says: string
  options: readonly OptionWords[]
  /** What its arguments are. */
  takes: Takes
}

/** The commands of a program with their options, as they were added to it; each command of a command follows it. Pure. */
export function completionWords(program: Command): CommandWords[] {
  return program.commands.flatMap((command) => wordsOf(command, command.name()))
}

function wordsOf(command: Command, name: string): CommandWords[] {
  const [argument] = command.registeredArguments
  const { commands } = command
  return [
    {
      name,
      says: command.description(),
      options: [
        ...command.options.map(({ long, short, description, flags, argChoices }) => ({
          flags: [long, short].filter((flag) => flag != null),
          says: description,
          takes: argChoices ?? takenBy(flags),
        })),
        { flags: ['--help'], says: 'what the command takes, with examples', takes: 'nothing' as const },
      ],
      takes:
        commands.length > 0
          ? commands.map((inner) => inner.name())
          : (argument?.argChoices ?? placeholderOf(argument?.name())),
    },
    ...commands.flatMap((inner) => wordsOf(inner, `${name} ${inner.name()}`)),
  ]
}

/** By the placeholder: `--data <DIR>`. */
function takenBy(flags: string): Takes {
  return placeholderOf(/* own text */ /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1])
}

function placeholderOf(name: string | undefined): Takes {
  if (name === undefined) return 'nothing'
  if (/^(FILE|F)$/.test(name)) return 'file'
  return name === 'DIR' ? 'folder' : 'text'
}
