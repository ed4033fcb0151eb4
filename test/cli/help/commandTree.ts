import { Command } from 'commander'
import { addCommands } from '../../../src/cli/main/commandTable.ts'

/** The commands of the program, each only named and described: none of them does anything. */
export function commandProgram(): Command {
  const hookscope = new Command('hookscope').exitOverride().configureOutput({ writeErr: () => undefined })
  addCommands(hookscope, () => undefined)
  return hookscope
}

/** A command and its commands, by the words with which they are called. */
export function commandsWithin(command: Command, path = ''): (readonly [words: string, command: Command])[] {
  // Without what only scripts call, and `help`.
  const commands = command
    .createHelp()
    .visibleCommands(command)
    .filter((inner) => inner.name() !== 'help')
  return commands.flatMap((inner) => {
    const words = `${path} ${inner.name()}`.trim()
    return [[words, inner] as const, ...commandsWithin(inner, words)]
  })
}
