import { Argument, type Command } from 'commander'
import { completedShells, type CompletedShell, completionScript } from './completionScripts.ts'
import type { NameKind } from './namesCommand.ts'
import { addExamples } from '../basics/joinOptions.ts'

/**
 * Adds the command that prints a completion script, made of the commands of the program itself, and the hidden one that such a
 * script calls for names that only the data folder knows.
 */
export function addCompletion(hookscope: Command): void {
  const completion = hookscope
    .command('completion')
    .description('print the script with which a shell completes commands, options and values')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(completedShells))
    .action(async (shell: CompletedShell) => {
      const { completionWords } = await import('./completionWords.ts')
      process.stdout.write(completionScript(shell, completionWords(hookscope)))
    })
  addExamples(
    completion,
    ['source <(hookscope completion bash)', 'in ~/.bashrc'],
    ['source <(hookscope completion zsh)', 'in ~/.zshrc, after compinit'],
    ['hookscope completion fish > ~/.config/fish/completions/hookscope.fish', 'once'],
  )
  const names = hookscope
    .command('complete', { hidden: true })
    .description('print names that a shell completes')
    .argument('<KIND>', 'environments, forward-rules, response-rules, fixtures or backups')
    .action(async (kind: NameKind) => (await import('./namesCommand.ts')).namesCommand(kind))
  addExamples(names, ['hookscope complete environments', 'what a completion script calls'])
}
