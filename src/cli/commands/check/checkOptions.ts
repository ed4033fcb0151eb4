import { type Command, Option } from 'commander'
import type { CheckCommandOptions } from './checkCommand.ts'
import { type SetExitCode, addExamples, addJoinOptions } from '../../basics/joinOptions.ts'
import { duration, allowHost, seed, targetUrl } from '../../basics/optionValues.ts'

const names = (value: string, before: string[] = []) => [...before, ...value.split(',').map((name) => name.trim())]

/** `check URL`: its arguments and options. */
export function addCheck(hookscope: Command, setExitCode: SetExitCode): void {
  const check = hookscope
    .command('check')
    .description('grade your own handler: valid, forged, repeated and odd deliveries, and what it makes of them')
    .argument('[URL]', 'the same as --to', targetUrl)
    .option('--to <URL>', 'your handler: 3000, localhost:3000/hook or a whole URL', targetUrl)
    .option('--scheme <NAME>', 'how the sender signs: service, stripe, github, ... (default: service)')
    .option('--scheme-file <F>', 'a scheme of your own: a JSON file {"hookscope": "scheme", "version": 1, ...}')
    .option('--setting <TEXT>', 'what the sender signs along and no request has')
    .option('--secret-env <NAME>', 'the variable that holds the shared secret (default: HOOKSCOPE_SHARED_SECRET)')
    .option('--secret-file <F>', 'the file that holds the shared secret')
    .option('--delivery <ID>', 'a captured delivery as the valid one; it is signed again')
    .option('--body <FILE>', 'the body of the valid one')
    .option('--contract <FILE>', 'an example of this contract as the valid one: OpenAPI, AsyncAPI or JSON Schemas')
    .option('--message <NAME>', 'the message of the contract (default: the first that has an example)')
    .option('--header <LINE>', "'Name: value' of each delivery, in place of one of that name; may be repeated", collect)
    .option('--effects <CMD>', 'a program that prints a number which grows with each effect, such as a count of rows')
    .option(
      '--settle <DURATION>',
      'how long the work of a delivery takes at most, such as 3s (default: learned)',
      duration,
    )
    .option(
      '--follow-ups',
      'count effects by how often the handler fetches the object from the sandbox of the running Hookscope (default where one runs, for the example and for deliveries of the sandbox)',
    )
    .option('--sandbox <URL>', 'count them in a sandbox that runs alone, at the address that it printed')
    .option('--no-follow-ups', 'do not count them')
    .option('--only <NAMES>', 'only these probes, separated by commas', names)
    .option('--skip <NAMES>', 'all but these probes', names)
    .option('--list', 'list the probes, and send nothing')
    .option('--explain <NAME>', 'what a probe sends, why, and what to change')
    .option('--allow-host <HOST>', `${allowHost}; the handler must be yours`)
    .option('--allow-remote', 'allow any host; the handler must be yours')
    .option('--junit <FILE>', 'write a JUnit report')
    .option('--markdown <FILE>', 'write a report in Markdown, with a curl command for each finding')
    .addOption(
      new Option('--fail-on <LEVEL>', 'the least severity of a finding that makes the exit code 1')
        .choices(['critical', 'high', 'medium', 'low'])
        .default('high'),
    )
    .option('--seed <N>', 'repeats the ids of an earlier run', seed)
    .action(async (url: string | undefined, options: CheckCommandOptions) =>
      setExitCode(await (await import('./checkCommand.ts')).checkCommand(url, options)),
    )
  addExamples(
    addJoinOptions(check),
    ['hookscope check --to localhost:3000/webhooks --secret-env SECRET', 'grade it'],
    ['hookscope check URL --effects "sqlite3 app.db \'select count(*) from payments\'"', 'count effects, too'],
    ['hookscope check --explain reformatted', 'why a probe is there'],
  )
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
