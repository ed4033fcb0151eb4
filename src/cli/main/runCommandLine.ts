import { Command, CommanderError } from 'commander'
import { exitCodes, UsageProblem } from '../../host/shells/exitCodes.ts'
import { addCommands } from './commandTable.ts'
import type { SetExitCode } from '../basics/joinOptions.ts'
import { Interrupted } from '../basics/interruptible.ts'
import { version } from '../basics/places.ts'
import { usageSentence } from './usageSentence.ts'
import { OutputClosed, remark } from '../output/terminal.ts'

/** The command line, without anything that a command does. */
function program(setExitCode: SetExitCode): Command {
  const hookscope = new Command('hookscope')
    .description('A webhook inspector: receives, verifies, fetches, shows.')
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print what there is, with examples')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  addCommands(hookscope, setExitCode)
  hookscope.addHelpText(
    'after',
    '\nhookscope alone says what runs on the data folder, and what can be done next.\nhookscope COMMAND --help has examples.',
  )
  return hookscope
}

/** Runs a command line; answers the exit code. Wrong usage is reported in a sentence, never as a stack trace. */
export async function runCommandLine(words: string[]): Promise<number> {
  let code: number = exitCodes.done
  const hookscope = program((given) => {
    code = given
  })
  // Without a command it says how things are, and what can be done next.
  const isCommand = words[0] !== undefined && (!words[0].startsWith('-') || /^(-h|--help|-v|--version)$/.test(words[0]))
  const typed = isCommand ? words : ['status', ...words]
  const { command, path } = commandOf(hookscope, typed)
  try {
    refuseHelpOfNothing(command, typed)
    await hookscope.parseAsync(typed, { from: 'user' })
    return code
  } catch (error) {
    return explain(error, { command, path, words })
  }
}

/** Commander answers that in its own code. Throws CommanderError. */
function refuseHelpOfNothing(command: Command, words: readonly string[]): void {
  const [help, wanted] = words.slice(words.indexOf(command.name()) + 1)
  const hasCommands = command.commands.length > 0
  if (!hasCommands || help !== 'help' || wanted === undefined || wanted.startsWith('-')) return
  if (wanted === 'help' || command.commands.some((each) => each.name() === wanted)) return
  throw new CommanderError(exitCodes.usage, 'commander.unknownCommand', `unknown command '${wanted}'`)
}

/** The command that was asked for, and how it is called; the program itself where there is none of that name. */
function commandOf(hookscope: Command, words: readonly string[]): { command: Command; path: string } {
  let found = { command: hookscope, path: '' }
  for (const word of words) {
    const command = found.command.commands.find((each) => each.name() === word)
    if (command === undefined) return found
    found = { command, path: `${found.path} ${word}` }
  }
  return found
}

async function explain(
  error: unknown,
  { command, path, words }: ReturnType<typeof commandOf> & { words: string[] },
): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done
    remark(`hookscope: ${usageSentence(error, command, path, words)}`)
    return exitCodes.usage
  }
  if (error instanceof UsageProblem) {
    remark(`hookscope: ${error.message}`)
    return exitCodes.usage
  }
  if (error instanceof OutputClosed) return exitCodes.done
  if (error instanceof Interrupted) {
    remark(error.message)
    return exitCodes.interrupted
  }
  const loaded = await loadFailed()
  if (loaded !== null) return loaded.failed(error, (field) => optionOf(command, field))
  remark(`hookscope: ${error instanceof Error ? error.message : String(error)}`)
  return exitCodes.cannot
}

/**
 * Loads the sentences for failures of the API, which a command without a failure does not need. Null where the file is gone,
 * after an update for example: the first failure is still reported then.
 */
async function loadFailed(): Promise<typeof import('./failed.ts') | null> {
  try {
    return await import('./failed.ts')
  } catch {
    return null
  }
}

/** The option or argument of an API field: `before` is `--before`, `rules.0.timeoutMs` is `--timeout`. */
function optionOf({ options, registeredArguments }: Command, field: string): string {
  const last = field.split('.').at(-1) ?? ''
  const names = new Set([last, last.replace(/(?:PerSecond|Ms)$/, '')])
  const argument = registeredArguments.find((each) => each.name() === last.toUpperCase())
  return options.find((option) => names.has(option.attributeName()))?.long ?? argument?.name() ?? field
}
