import type { Command } from 'commander'

/** The kind of value that is completed after an option or as an argument. */
export type Takes = 'nothing' | 'file' | 'folder' | 'text' | readonly string[]

/** An option of a command, as far as completion needs it. */
interface OptionWords {
  /** For example "--data" and "-n". */
  flags: readonly string[]
  says: string
  takes: Takes
}

/** A command, as far as completion needs it. */
export interface CommandWords {
  /** As typed: `tail`, or `rules apply` for a subcommand. */
  name: string
  says: string
  options: readonly OptionWords[]
  /** The kind of its first argument, or the names of its subcommands. */
  takes: Takes
}

/** Lists a program's commands with their options, in the order they were added; subcommands follow their parent. Pure. */
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

/** Reads the kind of value from the placeholder: `--data <DIR>`. */
function takenBy(flags: string): Takes {
  return placeholderOf(/* own text */ /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1])
}

function placeholderOf(name: string | undefined): Takes {
  if (name === undefined) return 'nothing'
  if (/^(FILE|F)$/.test(name)) return 'file'
  return name === 'DIR' ? 'folder' : 'text'
}
