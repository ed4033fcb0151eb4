import { Argument, type Command } from 'commander'
import { completedShells, type CompletedShell, completionScript } from './completionScripts.ts'
import { completionWords } from './completionWords.ts'
import { addExamples } from './joinOptions.ts'

/** Adds the command that prints a completion script, made of the commands of the program itself. */
export function addCompletion(hookscope: Command): void {
  const completion = hookscope
    .command('completion')
    .description('print the script with which a shell completes commands and options')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(completedShells))
    .action((shell: CompletedShell) => {
      process.stdout.write(completionScript(shell, completionWords(hookscope)))
    })
  addExamples(
    completion,
    ['source <(hookscope completion bash)', 'in ~/.bashrc'],
    ['source <(hookscope completion zsh)', 'in ~/.zshrc, after compinit'],
    ['hookscope completion fish > ~/.config/fish/completions/hookscope.fish', 'once'],
    [
      'hookscope completion powershell | Out-String | Invoke-Expression',
      'in $PROFILE; it has not been run in PowerShell yet',
    ],
  )
}
