import { type Command, InvalidArgumentError } from 'commander'
import type { JoinOptions } from './api.ts'
import { duration } from './duration.ts'
import type { SetExitCode } from './engineCommands.ts'
import type { ExplainOptions } from './explainCommand.ts'
import { addExamples, addJoinOptions } from './joinOptions.ts'
import type { OpenOptions } from './openCommand.ts'
import type { ReplayOptions } from './replayCommand.ts'
import type { SearchOptions } from './searchCommand.ts'
import type { ShowOptions } from './showCommand.ts'
import type { TailOptions } from './tailCommand.ts'
import type { TriggerOptions } from './triggerCommand.ts'
import type { WaitOptions } from './waitCommand.ts'

/** Commands that work through the instance which runs on the data folder, and alone where there is none. */
export function addJoinCommands(hookscope: Command, setExitCode: SetExitCode): void {
  addLooks(hookscope, setExitCode)
  addWatches(hookscope, setExitCode)
  addSends(hookscope, setExitCode)
}

const expression =
  'verdict:valid type:Payment action:create id:ID status:done is:late after:10m "text", - before what must not be'

/** Commands that look at what is there. */
function addLooks(hookscope: Command, setExitCode: SetExitCode): void {
  const status = hookscope
    .command('status')
    .description('what runs on the data folder, the last delivery, what can be done next; also without any command')
    .action(async (options: JoinOptions) => (await import('./statusCommand.ts')).statusCommand(options))
  addExamples(addJoinOptions(status), ['hookscope', 'the same'], ['hookscope status --json', 'for a script'])

  const open = hookscope
    .command('open')
    .description('open the page of the instance that runs on a data folder, and print a one-time address of it')
    .option('--no-open', 'only print the address')
    .argument('[FILE]', 'a case file, JSON, NDJSON or HAR to open there, read only')
    .action(async (file: string | undefined, options: OpenOptions) =>
      (await import('./openCommand.ts')).openCommand(file, options),
    )
  addExamples(
    addJoinOptions(open),
    ['hookscope open', 'the page in a browser'],
    ['hookscope open failed.hookscope', 'a case file in it'],
    ['hookscope open --no-open', 'an address for another browser'],
  )

  const show = hookscope
    .command('show')
    .description('one delivery: headers, signature with its explanation, attempts')
    .argument('<ID>', 'id of the delivery, as the list has it')
    .option('--body', 'print the exact bytes of the body, and nothing else')
    .action(async (id: string, options: ShowOptions) => (await import('./showCommand.ts')).showCommand(id, options))
  addExamples(
    addJoinOptions(show),
    ['hookscope show 12', 'everything but the body'],
    ['hookscope show 12 --body > body.json', 'the exact bytes that came'],
    ['hookscope show 12 --json | jq .signature', 'the signature for a script'],
  )

  const search = hookscope
    .command('search')
    .description('stored deliveries that match, newest first; ends with 1 when there is none')
    .argument('<EXPR>', expression)
    .option('--limit <N>', 'at most so many', count, 20)
    .option('--before <ID>', 'only those that came before this one')
    .option('--environment <NAME>', 'only those of this environment, by name or id')
    .action(async (text: string, options: SearchOptions) =>
      setExitCode(await (await import('./searchCommand.ts')).searchCommand(text, options)),
    )
  addExamples(
    addJoinOptions(search),
    ["hookscope search 'verdict:invalid after:1h'", 'what failed in the last hour'],
    ['hookscope search \'type:Payment "EUR 12"\' --limit 5 --json', 'words in bodies, for a script'],
  )

  const explain = hookscope
    .command('explain')
    .description('why a signature fails, with the proof; ends with 1 where it stays unexplained')
    .argument('<ID>', 'id of the delivery')
    .option('--digest <D>', 'a digest that your own code computed: find out what it hashed')
    .action(async (id: string, options: ExplainOptions) =>
      setExitCode(await (await import('./explainCommand.ts')).explainCommand(id, options)),
    )
  addExamples(
    addJoinOptions(explain),
    ['hookscope explain 12', 'why delivery 12 is invalid'],
    ['hookscope explain 12 --digest 9f86d081', 'what your code hashed'],
  )

  const config = hookscope
    .command('config')
    .description('how it is set up: addresses, tunnel, environments; of secrets only their fingerprints')
    .action(async (options: JoinOptions) => (await import('./configCommand.ts')).configCommand(options))
  addExamples(addJoinOptions(config), ['hookscope config', 'addresses and environments'])
}

/** Commands that follow what comes. */
function addWatches(hookscope: Command, setExitCode: SetExitCode): void {
  const tail = hookscope
    .command('tail')
    .description('a line per delivery as it comes, until Ctrl+C')
    .argument('[EXPR]', `only those that match: ${expression}`)
    .option('-n, --lines <N>', 'begin with the last N', countFromZero, 10)
    .action(async (text: string | undefined, options: TailOptions) =>
      (await import('./tailCommand.ts')).tailCommand(text, options),
    )
  addExamples(
    addJoinOptions(tail),
    ['hookscope tail', 'everything that comes'],
    ["hookscope tail 'verdict:invalid' --json", 'failures, a line of JSON each'],
  )

  const wait = hookscope
    .command('wait')
    .description('wait for a delivery that matches, and print it; ends with 1 when none comes in time')
    .argument('<EXPR>', expression)
    .option('--timeout <TIME>', 'give up after: 500ms, 30s, 2m', duration, 30_000)
    .option('--after <ID>', 'a delivery that came after this one counts, too')
    .action(async (text: string, options: WaitOptions) =>
      setExitCode(await (await import('./waitCommand.ts')).waitCommand(text, options)),
    )
  addExamples(
    addJoinOptions(wait),
    ["hookscope wait 'type:Payment verdict:valid' --timeout 10s", 'the next payment'],
    ["hookscope wait 'status:done' --json | jq -r .id", 'its id, once its object was fetched'],
  )
}

/** Commands that make something happen. */
function addSends(hookscope: Command, setExitCode: SetExitCode): void {
  const replay = hookscope
    .command('replay')
    .description(
      'send a delivery again; ends with 0 when it was answered 2xx, with 1 otherwise, with 3 when nobody answered',
    )
    .argument('<ID>', 'id of the delivery')
    .requiredOption('--to <URL>', 'where to send it')
    .option('--allow-host <HOST>', 'allow this host beyond this machine')
    .option('--sign', 'with a fresh signature and timestamp (default: as it came)')
    .option('--to-receiver', 'the address may be that of Hookscope itself: it comes in once more')
    .action(async (id: string, options: ReplayOptions) =>
      setExitCode(await (await import('./replayCommand.ts')).replayCommand(id, options)),
    )
  addExamples(
    addJoinOptions(replay),
    ['hookscope replay 12 --to http://localhost:3000/webhooks', 'as it came'],
    ['hookscope replay 12 --to http://localhost:3000/webhooks --sign', 'with a fresh signature'],
  )

  const trigger = hookscope
    .command('trigger')
    .description('create (or update) an object in a sandbox, so that it notifies')
    .argument(
      '<TYPE>',
      'payment, transaction, nft, kyc, document, custodialAccount, externalAccount, identity, asset or wallet',
    )
    .option('--update <ID>', 'move on the object with this id instead of creating one')
    .option('--sandbox <URL>', 'address of a sandbox that runs alone (default: that of the running instance)')
    .action(async (type: string, options: TriggerOptions) =>
      (await import('./triggerCommand.ts')).triggerCommand(type, options),
    )
  addExamples(
    addJoinOptions(trigger),
    ['hookscope trigger payment', 'a payment, and its delivery'],
    ['hookscope trigger payment --update ID', 'the same payment moves on'],
  )
}

function count(text: string): number {
  const value = countFromZero(text)
  if (value === 0) throw new InvalidArgumentError('It takes a whole number from 1 to 500.')
  return value
}

function countFromZero(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 500)
    throw new InvalidArgumentError('It takes a whole number up to 500.')
  return Number(text)
}
