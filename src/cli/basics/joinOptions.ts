import type { Command } from 'commander'
import { shellOptions } from '../../host/shells/shellOptions.ts'

/** Ends the process with this code. */
export type SetExitCode = (code: number) => void

/** The options of every command that works with `withApi`. */
export function addJoinOptions(command: Command): Command {
  const { name, takes, says } = shellOptions.data
  return command
    .option(`--${name} <${takes}>`, says)
    .option('--json', 'print JSON, see docs/command-output.md')
    .option('--utc', 'show times in UTC (default: the time of this machine)')
}

/** Command lines to copy, at the end of `--help`; each with what it does. */
export function addExamples(
  command: Command,
  ...examples: readonly (readonly [line: string, does: string])[]
): Command {
  const width = Math.max(...examples.map(([line]) => line.length))
  const lines = examples.map(([line, does]) => `  ${line.padEnd(width)}  ${does}`)
  return command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'))
}
