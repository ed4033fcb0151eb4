import type { Command } from 'commander'
import { addExamples, addJoinOptions, type SetExitCode } from '../../basics/joinOptions.ts'
import { allowHost, port, targetUrl, wholeNumber } from '../../basics/optionValues.ts'
import type { CompareOptions } from './compareCommand.ts'

/** `compare-builds`: two builds of an app, over stored deliveries. */
export function addCompareBuilds(hookscope: Command, setExitCode: SetExitCode): void {
  const compare = hookscope
    .command('compare-builds')
    .description('send stored deliveries to two builds of your app, and compare what they answer')
    .requiredOption('--old <URL>', 'the build that is known to be good: 3000, localhost:3000/hook or a URL', targetUrl)
    .requiredOption('--new <URL>', 'the build under test', targetUrl)
    .option('--filter <EXPR>', 'which deliveries, as in the inbox (default: all of the environment)')
    .option('--environment <NAME>', 'whose deliveries: a name or an id (default: the one in use)')
    .option(
      '--ignore <POINTER|RULE>',
      'a place of the answers (/meta/version, /items/*/price), or time, body or order; may be repeated',
      collect,
    )
    .option('--max <N>', 'the newest N deliveries that match (default: 10000)', wholeNumber)
    .option('--secret-env <NAME>', 'the variable that holds the secret to sign with (default: the current one)')
    .option(
      '--api-port <PORT>',
      'where both builds can fetch objects, as they were then (default: any free port)',
      port,
    )
    .option('--allow-host <HOST>', allowHost)
    .option('--junit <FILE>', 'write a JUnit report')
    .option('--export <FOLDER>', 'write the example of each difference: delivery, test and both answers')
    .action(async (options: CompareOptions) =>
      setExitCode(await (await import('./compareCommand.ts')).compareCommand(options)),
    )
  addExamples(
    addJoinOptions(compare),
    ['hookscope compare-builds --old 3000/webhooks --new 3001/webhooks', 'all stored deliveries'],
    ['hookscope compare-builds --old 3000 --new 3001 --filter "type:payment after:7d"', 'some of them'],
    ['hookscope compare-builds --old 3000 --new 3001 --api-port 4690', 'with objects as they were then'],
    ['hookscope compare-builds --old 3000 --new 3001 --ignore /meta/version --junit builds.xml', 'for a pipeline'],
  )
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
