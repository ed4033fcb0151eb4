import { type Command, InvalidArgumentError, Option } from 'commander'
import { duration } from './duration.ts'
import type { ForwardCommandOptions } from './forwardCommand.ts'
import { addExamples, addJoinOptions } from './joinOptions.ts'

/** `forward`: its arguments and options. */
export function addForward(hookscope: Command): void {
  const forward = hookscope
    .command('forward')
    .description('rules that send deliveries on to local apps: list them, add one, pause, catch up')
    .argument('[URL]', 'add a rule for this app, such as http://127.0.0.1:3000/webhooks')
    .option('--environment <NAME>', 'the environment of the rules, by name or id (default: the active one)')
    .option('--name <NAME>', 'name of the new rule (default: the host and port of its URL)')
    .option('--filter <EXPR>', 'only what matches, as in the inbox: type:payment verdict:valid')
    .addOption(
      new Option('--order <ORDER>', 'one object after the other, or all at once').choices(['object', 'parallel']),
    )
    .option('--timeout <TIME>', 'for one exchange, such as 5s (default: 30s)', duration)
    .option('--retries <N>', 'tries after the first one, 0 to 10 (default: 3)', retries)
    .option('--answer-sender', "send the app's own answer to the sender")
    .option('--allow-host <HOST>', 'allow a host that is not this machine; it stays allowed')
    .option('--pause <RULE>', 'pause a rule: what comes waits')
    .option('--resume <RULE>', 'go on with a paused rule')
    .option('--remove <RULE>', 'remove a rule')
    .option('--catch-up <RULE>', 'send what a rule has had no 2xx for, see --since')
    .option('--since <TIME>', 'with --catch-up: 30m, 2h, 3d ago, a day or a moment')
    .action(async (url: string | undefined, options: ForwardCommandOptions) =>
      (await import('./forwardCommand.ts')).forwardCommand(url, options),
    )
  addExamples(
    addJoinOptions(forward),
    ['hookscope forward', 'the rules and how far they have come'],
    ['hookscope forward http://127.0.0.1:3000/hooks --filter type:payment', 'add a rule'],
    ['hookscope forward --catch-up RULE --since 2h', 'send what the app missed'],
  )
}

function retries(text: string): number {
  if (!/^(?:\d|10)$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 0 to 10.')
  return Number(text)
}
