import { type Command, InvalidArgumentError } from 'commander'
import { addExamples, addJoinOptions, type SetExitCode } from '../../basics/joinOptions.ts'
import { allowHost, seed, targetUrl } from '../../basics/optionValues.ts'
import type { RunCommandOptions } from './runCommand.ts'

/** `run`: scenarios, and fixtures with what they expect. */
export function addRun(hookscope: Command, setExitCode: SetExitCode): void {
  const run = hookscope
    .command('run')
    .description('run scenarios: webhook flows as files, with what is expected of the app')
    .argument(
      '[FILE|FOLDER|NAME...]',
      'scenarios (.scenario.yaml), fixtures (.json), folders of them, or a bundled one',
    )
    .option(
      '--target <URL>',
      'the app under test, in place of that of the file: 3000, localhost:3000/hook or a URL',
      targetUrl,
    )
    .option('--allow-host <HOST>', allowHost)
    .option('--secret-env <NAME>', 'the variable that holds the shared secret to sign with')
    .option('--key-file <FILE>', 'a private key to sign with, for senders that sign with one')
    .option('--env <NAME>', 'a variable that the file may use as ${env.NAME}; may be repeated', collect)
    .option('--var <NAME=VALUE>', 'a variable of the file; may be repeated', pair)
    .option('--only <TEXT>', 'only scenarios whose name or file has this text')
    .option('--seed <N>', 'makes ids and data repeatable', seed)
    .option('--bail', 'end at the first step that does not hold')
    .option('--fast', 'leave out waits for a length of time')
    .option('--effects <URL|COMMAND>', 'where the app answers, or what prints, how many effects it had')
    .option('--allow-commands', 'run the commands of the file')
    .option('--junit <FILE>', 'write a JUnit report')
    .option('--markdown <FILE>', 'write a report as Markdown')
    .option('--list', 'list the scenarios that are bundled and saved, and run none')
    .action(async (named: string[], options: RunCommandOptions) =>
      setExitCode(await (await import('./runCommand.ts')).runCommand(named, options)),
    )
  addExamples(
    addJoinOptions(run),
    ['hookscope run demo', 'a bundled scenario in the sandbox'],
    ['hookscope run refund.scenario.yaml --target 3000/webhooks', 'a file against your app'],
    ['hookscope run hooks/ --target 3000/webhooks --bail --junit run.xml', 'all of a folder, for a pipeline'],
    ['hookscope run stripe --target 3000/webhooks --secret-env STRIPE_SECRET', 'signed with your secret'],
    ['hookscope run --list', 'what there is'],
  )
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

function pair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It takes NAME=VALUE.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}
