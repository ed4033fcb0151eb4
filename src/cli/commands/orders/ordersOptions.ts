import type { Command } from 'commander'
import { addExamples, addJoinOptions, type SetExitCode } from '../../basics/joinOptions.ts'
import { allowHost, duration, port, targetUrl, wholeNumber } from '../../basics/optionValues.ts'
import type { OrdersOptions } from './ordersCommand.ts'

/** `orders`: the deliveries of one object in every order in which they could have arrived. */
export function addOrders(hookscope: Command, setExitCode: SetExitCode): void {
  const orders = hookscope
    .command('orders')
    .description('play the deliveries of an object to your app in other orders, twice, at once and with a lost answer')
    .argument('<TYPE/ID>', 'the object, such as Payment/42')
    .requiredOption('--to <URL>', 'your app: 3000, localhost:3000/hook or a whole URL', targetUrl)
    .requiredOption('--reset <URL|COMMAND>', 'what empties the app before each schedule; a URL gets a POST')
    .option('--state <URL|COMMAND>', 'where the app answers, or what prints, its state, as JSON or text')
    .option('--allow-commands', 'run --reset and --state where they are commands')
    .option('--ignore <POINTER|RULE>', 'a place of the state (/orders/*/version), or order; may be repeated', collect)
    .option('--schedule <TEXT>', 'only this one: "2 1"; + is at the same time, ~ a lost answer: "1+2", "~1 1"')
    .option('--settle <DURATION>', 'wait before the state is read (default: 50ms)', duration)
    .option('--max-requests <N>', 'end after N requests (default: 500)', wholeNumber)
    .option('--max-time <DURATION>', 'end after this time (default: 60s)', duration)
    .option('--environment <NAME>', 'whose deliveries: a name or an id (default: the one in use)')
    .option('--secret-env <NAME>', 'the variable that holds the secret to sign with (default: the current one)')
    .option('--api-port <PORT>', 'where the app can fetch objects, as they were then', port)
    .option('--allow-host <HOST>', allowHost)
    .option('--scenario <FILE>', 'write the shortest schedule as a scenario')
    .action(async (object: string, options: OrdersOptions) =>
      setExitCode(await (await import('./ordersCommand.ts')).ordersCommand(object, options)),
    )
  addExamples(
    addJoinOptions(orders),
    ['hookscope orders Payment/42 --to 3000/webhooks --reset 3000/test/reset --state 3000/test/payments/42', 'by URL'],
    ['hookscope orders Payment/42 --to 3000 --reset "make reset" --state "make dump" --allow-commands', 'by commands'],
    ['hookscope orders Payment/42 --to 3000 --reset 3000/test/reset --schedule "2 1"', 'one schedule once more'],
  )
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
