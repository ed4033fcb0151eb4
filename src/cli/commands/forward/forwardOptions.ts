import { type Command, InvalidArgumentError, Option } from 'commander'
import { duration, allowHost, targetUrl } from '../../basics/optionValues.ts'
import type { AddRuleOptions, CatchUpOptions, ForwardOptions } from './forwardCommand.ts'
import { addExamples, addJoinOptions } from '../../basics/joinOptions.ts'

const load = async () => import('./forwardCommand.ts')

/** `forward`: rules that send deliveries on to local apps. */
export function addForward(hookscope: Command): void {
  const forward = hookscope.command('forward').description('manage the rules that send deliveries on to local apps')
  addExamples(
    forward,
    ['hookscope forward', 'the rules and how far they have come'],
    ['hookscope forward add --to localhost:3000/hooks --filter type:payment', 'add a rule'],
  )
  const list = withEnvironment(
    forward
      .command('list', { isDefault: true })
      .description('list the rules and their progress; the same as forward alone'),
  ).action(async (options: ForwardOptions) => (await load()).listForwardRules(options))
  addExamples(addJoinOptions(list), ['hookscope forward list', 'the same as hookscope forward'])
  addAdd(forward)

  const catchUp = withEnvironment(
    forward
      .command('catch-up')
      .description('send what a rule has had no 2xx for')
      .argument('<RULE>', 'its name or id')
      .requiredOption('--since <TIME>', '30m, 2h, 3d ago, a day or a moment'),
  ).action(async (rule: string, options: CatchUpOptions) => (await load()).catchUpRule(rule, options))
  addExamples(addJoinOptions(catchUp), ['hookscope forward catch-up 127.0.0.1:3000 --since 2h', 'what the app missed'])

  for (const [name, does] of [
    ['pause', 'pause a rule: what comes waits'],
    ['resume', 'go on with a paused rule'],
    ['remove', 'remove a rule'],
  ] as const) {
    const command = withEnvironment(forward.command(name).description(does).argument('<RULE>', 'its name or id'))
    command.action(async (rule: string, options: ForwardOptions) => (await load()).changeRule(name, rule, options))
    addExamples(addJoinOptions(command), [`hookscope forward ${name} 127.0.0.1:3000`, 'by its name'])
  }
}

function addAdd(forward: Command): void {
  const add = withEnvironment(forward.command('add').description('add a rule for an app'))
    .argument('[URL]', 'the same as --to', targetUrl)
    .option('--to <URL>', 'the app: 3000, localhost:3000/hooks or a whole URL', targetUrl)
    .option('--name <NAME>', 'name of the rule (default: the host and port of its URL)')
    .option('--filter <EXPR>', 'only what matches, as in the inbox: type:payment verdict:valid')
    .addOption(
      new Option('--order <ORDER>', 'one object after the other, or all at once').choices(['object', 'parallel']),
    )
    .option('--timeout <TIME>', 'for one exchange, such as 5s (default: 30s)', duration)
    .option('--retries <N>', 'tries after the first one, 0 to 10 (default: 3)', retries)
    .option('--answer-sender', "send the app's own answer to the sender")
    .option('--allow-host <HOST>', `${allowHost}; it stays allowed`)
    .action(async (url: string | undefined, options: AddRuleOptions) => (await load()).addRule(url, options))
  addExamples(
    addJoinOptions(add),
    ['hookscope forward add --to 3000', 'everything, to the app at this port'],
    ['hookscope forward add --to localhost:3000/hooks --filter verdict:valid --name Shop', 'some, to a path'],
  )
}

function withEnvironment(command: Command): Command {
  return command.option('--environment <NAME>', 'the environment of the rules, by name or id (default: the active one)')
}

function retries(text: string): number {
  if (!/^(?:\d|10)$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 0 to 10.')
  return Number(text)
}
