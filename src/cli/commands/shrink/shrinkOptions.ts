import { type Command, InvalidArgumentError } from 'commander'
import { addExamples, addJoinOptions, type SetExitCode } from '../../basics/joinOptions.ts'
import { allowHost, duration, targetUrl } from '../../basics/optionValues.ts'
import type { ShrinkOptions } from './shrinkCommand.ts'

/** `shrink`: the smallest delivery that still fails at a handler. */
export function addShrink(hookscope: Command, setExitCode: SetExitCode): void {
  const shrink = hookscope
    .command('shrink')
    .description(
      'find the smallest delivery that still fails, and which of its parts are to blame; exit code 1 when none is',
    )
    .argument('<ID>', 'id of the delivery; last or @1 is the newest, @2 the one before it')
    .requiredOption('--to <URL>', 'your handler, on a test database: 3000, localhost:3000/hook or a URL', targetUrl)
    .option('--status <STATUS>', 'what counts as failing: 500, 5xx (default: the same answer as the first)', status)
    .option('--answer <TEXT>', 'what counts as failing: an answer with this text, or /expression/')
    .option('--timeout <TIME>', 'wait for an answer at most: 500ms, 3s (default: 10s)', duration)
    .option('--max-requests <N>', 'end after this number, 20 to 2,000 (default: 500)', requests)
    .option('--secret-env <NAME>', 'the variable that holds the secret to sign with (default: the current one)')
    .option('--allow-host <HOST>', allowHost)
    .option('--out <FILE>', 'write the smallest delivery as a fixture that expects 2xx')
    .action(async (id: string, options: ShrinkOptions) =>
      setExitCode(await (await import('./shrinkCommand.ts')).shrinkCommand(id, options)),
    )
  addExamples(
    addJoinOptions(shrink),
    ['hookscope shrink last --to 3000/webhooks', 'the newest delivery at your handler'],
    ["hookscope shrink 12 --to 3000/webhooks --answer '/TypeError/'", 'only this fault'],
    ['hookscope shrink 12 --to 3000/webhooks --out empty-items.json', 'with a fixture, for a test'],
  )
}

function status(text: string): string {
  if (/^[1-5](?:xx|\d\d)$/.test(text)) return text
  throw new InvalidArgumentError('It takes a status such as 500, or a class such as 5xx.')
}

function requests(text: string): number {
  const value = Number(text)
  if (/^\d{2,4}$/.test(text) && value >= 20 && value <= 2000) return value
  throw new InvalidArgumentError('It takes a whole number from 20 to 2,000.')
}
