import type { Command } from 'commander'

/** The command lines at the end of the help of a command, as users copy them. */
export function examplesOf(command: Command): string[] {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  const [, examples = ''] = help.split('\nExamples:\n')
  return examples.split('\n').flatMap((line) => /^ {2}(\S.*?) {2,}\S/.exec(line)?.[1] ?? [])
}
