import type { Command } from 'commander'
import { allProbes } from '../../engine/checking/battery.ts'
import { allProviders } from '../../engine/tunnel/providers/createProviders.ts'
import { clockWords } from '../../shared/clock/clockChange.ts'
import { objectKinds } from '../../sandbox/kinds/objectKinds.ts'
import { responsePresets } from '../../shared/responsePresets.ts'
import { senderPresets } from '../../shared/signature/schemePresets.ts'
import type { NameKind } from './namesCommand.ts'

/** The values that complete an option or argument. Names in the data folder are read when Tab is pressed. */
export type Takes = 'nothing' | 'file' | 'folder' | 'text' | readonly string[] | { names: NameKind }

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
  return visible(program).flatMap((command) => wordsOf(command, command.name()))
}

/** Excludes hidden commands, which only scripts call. */
const visible = (program: Command) => program.createHelp().visibleCommands(program)

function wordsOf(command: Command, name: string): CommandWords[] {
  const [argument] = command.registeredArguments
  const commands = visible(command).filter((inner) => inner.name() !== 'help')
  // The first subcommand runs where none is named.
  const { options } = commands[0] ?? command
  return [
    {
      name,
      says: command.description(),
      options: [
        ...options.map(({ long, short, description, flags, argChoices }) => ({
          flags: [long, short].filter((flag) => flag != null),
          says: description,
          takes: argChoices ?? optionTakes(name, long ?? '') ?? takenBy(flags),
        })),
        { flags: ['--help'], says: 'what the command takes, with examples', takes: 'nothing' as const },
      ],
      takes:
        commands.length > 0
          ? commands.map((inner) => inner.name())
          : (argument?.argChoices ?? argumentTakes(name) ?? placeholderOf(argument?.name())),
    },
    ...commands.flatMap((inner) => wordsOf(inner, `${name} ${inner.name()}`)),
  ]
}

const schemes = senderPresets.map(({ scheme }) => scheme.id)
/** Enough of a host to list the names of tunnels. */
const noContext = { send: () => Promise.reject(new Error('never sent')), dataFolder: '' }
const tunnelNames = allProviders(noContext).map(({ id }) => id)
const probes = allProbes.map(({ name }) => name)

/** The values of an option whose help does not list them all; undefined for other options. */
function optionTakes(command: string, option: string): Takes | undefined {
  if (command === 'check' && /^--(?:only|skip|explain)$/.test(option)) return probes
  const known: Readonly<Record<string, Takes>> = {
    '--scheme': schemes,
    '--sender': schemes,
    '--tunnel': tunnelNames,
    '--environment': { names: 'environments' },
  }
  return known[option]
}

/** The first argument of a command that is a known name; undefined for every other command. */
function argumentTakes(command: string): Takes | undefined {
  if (/^env (?!add|list)/.test(command)) return { names: 'environments' }
  if (/^forward (?!add|list)/.test(command)) return { names: 'forward-rules' }
  const known: Readonly<Record<string, Takes>> = {
    'rules on': { names: 'response-rules' },
    'rules off': { names: 'response-rules' },
    'rules preset': responsePresets.map(({ name }) => name),
    'sandbox clock': [...clockWords],
    trigger: objectKinds.map(({ type }) => type),
    send: { names: 'fixtures' },
    restore: { names: 'backups' },
  }
  return known[command]
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
