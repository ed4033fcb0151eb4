import type { Command } from 'commander'
import { addExamples, addJoinOptions } from './joinOptions.ts'
import type { JoinOptions } from './api.ts'

/** Commands that work through the instance which runs on the data folder, and alone where there is none. */
export function addJoinCommands(hookscope: Command): void {
  const show = hookscope
    .command('show')
    .description('one delivery: headers, signature with its explanation, attempts')
    .argument('<ID>', 'id of the delivery, as the list has it')
    .action(async (id: string, options: JoinOptions) => (await import('./showCommand.ts')).showCommand(id, options))
  addExamples(
    addJoinOptions(show),
    ['hookscope show 12', 'everything but the body'],
    ['hookscope show 12 --json | jq .signature', 'the signature for a script'],
  )
}
