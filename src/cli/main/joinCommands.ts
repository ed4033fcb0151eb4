import { type Command, InvalidArgumentError, Option } from 'commander'
import type { JoinOptions } from '../connect/api.ts'
import { duration, allowHost, targetUrl } from '../basics/optionValues.ts'
import { type SetExitCode, addExamples, addJoinOptions } from '../basics/joinOptions.ts'
import type { ExplainOptions } from '../commands/look/explainCommand.ts'
import type { OpenOptions } from '../commands/open/openCommand.ts'
import type { ReplayOptions } from '../commands/send/replayCommand.ts'
import { codeLanguages } from '../../shared/codeLanguages.ts'
import type { ChangesOptions } from '../commands/look/changesCommand.ts'
import type { TypesOptions } from '../commands/look/typesCommand.ts'
import type { SearchOptions } from '../commands/look/searchCommand.ts'
import type { ShowOptions } from '../commands/look/showCommand.ts'
import type { TailOptions } from '../commands/watch/tailCommand.ts'
import type { TriggerOptions } from '../commands/sandbox/triggerCommand.ts'
import type { WaitOptions } from '../commands/watch/waitCommand.ts'

const expression =
  'verdict:valid type:Payment action:create id:ID status:done is:late after:10m "text", - before what must not be'

/** Commands that look at what is there. Like the others here they work through the instance that runs on the data folder, and alone where there is none. */
export function addLooks(hookscope: Command, setExitCode: SetExitCode): void {
  const status = hookscope
    .command('status')
    .description('show what runs on the data folder, the last delivery and what to do next; also without a command')
    .action(async (options: JoinOptions) => (await import('../commands/look/statusCommand.ts')).statusCommand(options))
  addExamples(addJoinOptions(status), ['hookscope', 'the same'], ['hookscope status --json', 'for a script'])

  const open = hookscope
    .command('open')
    .description('open the page of the instance that runs on a data folder, and print a one-time address of it')
    .option('--no-open', 'only print the address')
    .argument('[FILE]', 'a case file, JSON, NDJSON or HAR to open there, read only')
    .action(async (file: string | undefined, options: OpenOptions) =>
      (await import('../commands/open/openCommand.ts')).openCommand(file, options),
    )
  addExamples(
    addJoinOptions(open),
    ['hookscope open', 'the page in a browser'],
    ['hookscope open failed.hookscope', 'a case file in it'],
    ['hookscope open --no-open', 'an address for another browser'],
  )

  const show = hookscope
    .command('show')
    .description('show one delivery: headers, signature with its explanation, attempts')
    .argument('<ID>', 'id of the delivery, as the list has it; last or @1 is the newest, @2 the one before it')
    .option('--body', 'print the exact bytes of the body, and nothing else')
    .action(async (id: string, options: ShowOptions) =>
      (await import('../commands/look/showCommand.ts')).showCommand(id, options),
    )
  addExamples(
    addJoinOptions(show),
    ['hookscope show last', 'everything but the body of the newest'],
    ['hookscope show 12 --body > body.json', 'the exact bytes that came'],
    ['hookscope show 12 --json | jq .signature', 'the signature for a script'],
  )

  const search = hookscope
    .command('search')
    .description('find stored deliveries, newest first; exit code 1 when there is none')
    .argument('<EXPR>', expression)
    .option('--limit <N>', 'how many at most, 1 to 500', count, 20)
    .option('--before <ID>', 'only those that came before this one')
    .option('--environment <NAME>', 'only those of this environment, by name or id')
    .action(async (text: string, options: SearchOptions) =>
      setExitCode(await (await import('../commands/look/searchCommand.ts')).searchCommand(text, options)),
    )
  addExamples(
    addJoinOptions(search),
    ["hookscope search 'verdict:invalid after:1h'", 'what failed in the last hour'],
    ["hookscope search 'body.amount>100'", 'by a field of the body, object or a header'],
    ['hookscope search \'type:Payment "EUR 12"\' --limit 5 --json', 'words in bodies, for a script'],
  )

  const explain = hookscope
    .command('explain')
    .description('explain why a signature fails, with the proof; exit code 1 when no cause is found')
    .argument('<ID>', 'id of the delivery; last or @1 is the newest, @2 the one before it')
    .option('--digest <D>', 'a digest that your own code computed: find out what it hashed')
    .action(async (id: string, options: ExplainOptions) =>
      setExitCode(await (await import('../commands/look/explainCommand.ts')).explainCommand(id, options)),
    )
  addExamples(
    addJoinOptions(explain),
    ['hookscope explain 12', 'why delivery 12 is invalid'],
    ['hookscope explain 12 --digest 9f86d081', 'what your code hashed'],
  )

  const config = hookscope
    .command('config')
    .description('show the settings: addresses, tunnel, environments; of secrets only their fingerprints')
    .action(async (options: JoinOptions) => (await import('../commands/env/configCommand.ts')).configCommand(options))
  addExamples(addJoinOptions(config), ['hookscope config', 'addresses and environments'])
}

/** Commands about the shape of messages and objects. */
export function addTypes(hookscope: Command, setExitCode: SetExitCode): void {
  const types = hookscope
    .command('types')
    .description('print which fields a sender really sends, also as code; exit code 1 when there is none')
    .argument('[TYPE]', 'type of the message or object; without it, all types are listed')
    .option('--object', 'the fetched object of this type, not the message')
    .addOption(new Option('--as <FORM>', 'how to print it').choices(['table', ...codeLanguages]).default('table'))
    .option('--out <FILE>', 'the file to write the code to, also over an earlier one; stdout without it')
    .option('--environment <NAME>', 'of this environment, by name or id; by default the one in use')
    .action(async (type: string | undefined, options: TypesOptions) =>
      setExitCode(await (await import('../commands/look/typesCommand.ts')).typesCommand(type, options)),
    )
  addExamples(
    addJoinOptions(types),
    ['hookscope types payment_intent.succeeded', 'its fields, how often each is there, and examples'],
    ['hookscope types Payment --object --as schema', 'the JSON Schema of what was fetched'],
    ['hookscope types payment_intent.succeeded --as ts --out webhook.ts', 'TypeScript that checks what it reads'],
  )

  const changes = hookscope
    .command('changes')
    .description('print how what a sender sends changed, until it is accepted; exit code 1 when there is none')
    .option(
      '--accept <N|all>',
      'accept these changes (12 or 12,15), or all: no delivery is marked with them any more',
      changeNumbers,
    )
    .option('--all', 'accepted ones, too')
    .option('--environment <NAME>', 'of this environment, by name or id; by default the one in use')
    .action(async (options: ChangesOptions) =>
      setExitCode(await (await import('../commands/look/changesCommand.ts')).changesCommand(options)),
    )
  addExamples(
    addJoinOptions(changes),
    ['hookscope changes', 'what is new, missing or of another type'],
    ['hookscope changes --all --json', 'with those that were accepted, for a script'],
    ['hookscope changes --accept 12', 'change 12 is known now; search change:12 finds its deliveries before that'],
  )
}

/** Commands that follow what comes. */
export function addWatches(hookscope: Command, setExitCode: SetExitCode): void {
  const tail = hookscope
    .command('tail')
    .description('print a line per delivery as it arrives, until Ctrl+C')
    .argument('[EXPR]', `only those that match: ${expression}`)
    .option('-n, --lines <N>', 'begin with the last N', countFromZero, 10)
    .action(async (text: string | undefined, options: TailOptions) =>
      (await import('../commands/watch/tailCommand.ts')).tailCommand(text, options),
    )
  addExamples(
    addJoinOptions(tail),
    ['hookscope tail', 'everything that comes'],
    ["hookscope tail 'verdict:invalid' --json", 'failures, a line of JSON each'],
  )

  const wait = hookscope
    .command('wait')
    .description('wait for a delivery that matches, and print it; exit code 1 when none arrives in time')
    .argument('<EXPR>', expression)
    .addOption(
      new Option('--timeout <TIME>', 'give up after: 500ms, 30s, 2m').argParser(duration).default(30_000, '30s'),
    )
    .option('--after <ID>', 'a delivery that came after this one counts, too')
    .action(async (text: string, options: WaitOptions) =>
      setExitCode(await (await import('../commands/watch/waitCommand.ts')).waitCommand(text, options)),
    )
  addExamples(
    addJoinOptions(wait),
    ["hookscope wait 'type:Payment verdict:valid' --timeout 10s", 'the next payment'],
    ["hookscope wait 'status:done' --json | jq -r .id", 'its id, once its object was fetched'],
  )
}

/** `replay`. */
export function addReplay(hookscope: Command, setExitCode: SetExitCode): void {
  const replay = hookscope
    .command('replay')
    .description(
      'send a delivery again; exit code 0 when the answer is 2xx, 1 when it is another, 3 when there is none',
    )
    .argument('<ID>', 'id of the delivery; last or @1 is the newest, @2 the one before it')
    .requiredOption('--to <URL>', 'where to send it: 3000, localhost:3000/hook or a whole URL', targetUrl)
    .option('--allow-host <HOST>', allowHost)
    .option('--sign', 'with a fresh signature and timestamp (default: as it came)')
    .option('--to-receiver', 'the address may be that of Hookscope itself: it comes in once more')
    .action(async (id: string, options: ReplayOptions) =>
      setExitCode(await (await import('../commands/send/replayCommand.ts')).replayCommand(id, options)),
    )
  addExamples(
    addJoinOptions(replay),
    ['hookscope replay 12 --to localhost:3000/webhooks', 'as it came'],
    ['hookscope replay 12 --to http://localhost:3000/webhooks --sign', 'with a fresh signature'],
  )
}

/** `trigger`. */
export function addTrigger(hookscope: Command): void {
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
      (await import('../commands/sandbox/triggerCommand.ts')).triggerCommand(type, options),
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

function changeNumbers(text: string): 'all' | number[] {
  if (text === 'all') return text
  const numbers = text.split(',').map((one) => (/^[1-9]\d{0,8}$/.test(one) ? Number(one) : null))
  if (numbers.every((one) => one !== null)) return numbers
  throw new InvalidArgumentError('It takes all, or numbers such as 12 or 12,15, as hookscope changes lists them.')
}
