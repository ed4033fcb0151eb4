import { Command } from 'commander'
import { commandTable } from '../../src/cli/commandTable.ts'

/** The commands of the program, each only named and described: none of them does anything. */
export function commandProgram(): Command {
  const hookscope = new Command('hookscope').exitOverride().configureOutput({ writeErr: () => undefined })
  for (const add of commandTable) add(hookscope, () => undefined)
  return hookscope
}

/** A command and its commands, by the words with which they are called. */
export function commandsWithin(command: Command, path = ''): (readonly [words: string, command: Command])[] {
  return command.commands.flatMap((inner) => {
    const words = `${path} ${inner.name()}`.trim()
    return [[words, inner] as const, ...commandsWithin(inner, words)]
  })
}
