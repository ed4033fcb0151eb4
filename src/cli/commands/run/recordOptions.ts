import type { Command } from 'commander'
import { addExamples, addJoinOptions } from '../../basics/joinOptions.ts'
import type { RecordCommandOptions } from './recordCommand.ts'

/** `scenario record`: stored deliveries as a scenario. */
export function addScenario(hookscope: Command): void {
  const scenario = hookscope.command('scenario').description('make scenarios: webhook flows as files')
  const record = scenario
    .command('record')
    .description('write deliveries as a scenario that sends them again, without credentials and personal data')
    .option('--filter <EXPR>', 'which deliveries, in the language of the inbox; all of them without it', '')
    .option('--environment <NAME>', 'only those of this environment, by name or id')
    .option('--case <ID>', 'out of an opened case file instead of your own')
    .option('--fast', 'leave out the times between deliveries')
    .option('--out <FILE>', 'the file to write; stdout without it')
    .action(async (options: RecordCommandOptions) => (await import('./recordCommand.ts')).recordCommand(options))
  addExamples(
    addJoinOptions(record),
    ['hookscope scenario record --filter "after:1h" --out last-hour.scenario.yaml', 'the last hour, to run elsewhere'],
    ['hookscope scenario record --environment Stripe --fast', 'of one sender, without the times between'],
  )
  addExamples(scenario, [
    'hookscope scenario record --filter "after:1h" --out last-hour.scenario.yaml',
    'the last hour',
  ])
}
