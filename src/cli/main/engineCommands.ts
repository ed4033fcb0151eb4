import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  address,
  duration,
  addShellOptions,
  allowHost,
  headerName,
  port,
  rootPath,
  seed,
  targetUrl,
  uiNames,
  usualSandboxPort,
} from '../basics/optionValues.ts'
import { addExamples, type SetExitCode } from '../basics/joinOptions.ts'
import type { ListenOptions } from '../commands/listen/listenCommand.ts'
import { addSandboxClock } from '../commands/sandbox/clockOptions.ts'
import type { SandboxCommandOptions } from '../commands/sandbox/sandboxCommand.ts'
import type { ServeOptions } from '../commands/serve/serveCommand.ts'
import type { VerifyOptions } from '../commands/verify/verifyCommand.ts'

export function addServe(hookscope: Command): void {
  const serve = addShellOptions(
    hookscope.command('serve').description('receive deliveries, and show them in a browser'),
  )
    .option(
      '--ui-port <N>',
      'port of the UI, 0 for any free one (default: the one of last time, else 4680, if free)',
      port,
    )
    .option('--receiver-host <ADDRESS>', 'address of the receiver (default: 127.0.0.1, this machine only)', address)
    .option(
      '--ui-host <ADDRESS>',
      'address of UI and API (default: 127.0.0.1); any other needs --allow-ui-host',
      address,
    )
    .option('--allow-ui-host <NAME[:PORT]>', 'a name by which UI and API may be called; may be repeated', uiNames)
    .option('--no-open', 'do not open a browser')
    .option('--json', 'print one line of JSON when ready, and nothing else on stdout')
    .action(async (options: ServeOptions) => (await import('../commands/serve/serveCommand.ts')).serveCommand(options))
  addExamples(
    serve,
    ['hookscope serve', 'receive, and show it in a browser'],
    ['hookscope serve --no-open --data ./hooks', 'on a machine without a display, in a folder of its own'],
    ['hookscope serve --tunnel localtunnel', 'with a public URL'],
    ['hookscope serve --json --ui-port 0 --receiver-port 0', 'for a script, at any free ports'],
  )
}

export function addListen(hookscope: Command, setExitCode: SetExitCode): void {
  const listen = addShellOptions(
    hookscope.command('listen').description('receive deliveries, and print a line for each'),
  )
    .option(
      '--to <URL>',
      'send each delivery on to an app, byte for byte: 3000, localhost:3000/hook or a whole URL',
      targetUrl,
    )
    .option('--forward-to <URL>', 'the same as --to', targetUrl)
    .option('--allow-host <HOST>', `with --to: ${allowHost}`)
    .option(
      '--until <EXPR>',
      'end with 0 when a delivery matches: verdict:valid type:Payment action:create status:done "text in the body"; with --to also answer:2xx took:<1s; may be repeated: all must match, in any order',
      collect,
    )
    .option('--times <N>', 'deliveries that must match each --until (default: 1)', times)
    .option('--within <TIME>', 'they must match within this time of the first delivery', duration)
    .option(
      '--never <EXPR>',
      'end with 1 when a delivery matches this, such as answer:5xx; may be repeated: none may match',
      collect,
    )
    .option('--timeout <TIME>', 'end with 1 when nothing matched --until in this time: 500ms, 30s, 2m', duration)
    .option('--environment <NAME>', 'the environment to listen for, by name or id (default: the active one)')
    .option('--scheme <NAME>', 'the sender: stripe, github, ...; its environment is used, and made where there is none')
    .option('--secret-env <NAME>', 'the variable that holds its shared secret; kept in the environment')
    .option('--write-env <FILE>', 'write URL and shared secret for the app under test, for its owner only')
    .option('--junit <FILE>', 'write a JUnit report of what was asserted')
    .option('--utc', 'show times in UTC (default: the time of this machine)')
    .option('--json', 'print a line of JSON for each delivery, follow-up that ended and forwarded delivery')
    .action(async (options: ListenOptions) =>
      setExitCode(await (await import('../commands/listen/listenCommand.ts')).listenCommand(options)),
    )
  addExamples(
    listen,
    ['hookscope listen', 'a line per delivery'],
    ['hookscope listen --scheme stripe --secret-env SECRET', 'deliveries of Stripe, verified'],
    ['hookscope listen --to localhost:3000/webhooks', 'each goes on to your app'],
    ["hookscope listen --until 'type:Payment verdict:valid' --timeout 30s", 'for a pipeline: ends with 0 or 1'],
    ['hookscope listen --json | jq -r .resourceType', 'for a script'],
  )
}

export function addSandbox(hookscope: Command): void {
  const sandbox = hookscope
    .command('sandbox')
    .description('run the emulator of the service alone, or set the time that it has')
  addExamples(
    sandbox,
    ['hookscope sandbox', 'prints the addresses and demonstration credentials'],
    ['hookscope sandbox clock +30d', '30 days later in the sandbox of the running instance'],
  )
  const run = sandbox
    .command('run', { isDefault: true })
    .description(
      'run the emulator of the service alone: identity provider, organization API, objects, signed deliveries; the same as sandbox alone',
    )
    .option('--port <N>', 'port, 0 for any free one', port, usualSandboxPort)
    .option('--seed <N>', 'makes ids, times and data repeatable', seed)
    .option('--state <FILE>', 'keeps the state in a file (default: in memory only)')
    .option(
      '--signature-header <NAME>',
      'header that carries the signature (default: x-service-webhook-hmac)',
      headerName,
    )
    .option('--objects-under <PATH>', 'path below which the objects lie (default: the usual paths)', rootPath)
    .addOption(new Option('--changes <SHAPE>', 'how changes are reported').choices(['values', 'names', 'none']))
    .addOption(
      new Option('--spelling <HOW>', 'how resourceType is spelled').choices(['pascal', 'camel', 'snake', 'upper']),
    )
    .option('--json', 'print one line of JSON when ready, and nothing else on stdout')
    .action(async (options: SandboxCommandOptions) =>
      (await import('../commands/sandbox/sandboxCommand.ts')).sandboxCommand(options),
    )
  addExamples(
    run,
    ['hookscope sandbox', 'prints the addresses and demonstration credentials'],
    ['hookscope sandbox --seed 7 --state sandbox.json', 'the same ids each time, kept in a file'],
  )
  addSandboxClock(sandbox)
}

export function addVerify(hookscope: Command, setExitCode: SetExitCode): void {
  const verify = hookscope
    .command('verify')
    .description('check the signature of one body, and prove why it fails')
    .argument('[FILE]', 'the exact body; - reads it from stdin')
    .option('--secret <S>', 'the shared secret (visible to other users of this machine; prefer the next two)', collect)
    .option('--secret-env <NAME>', 'the variable that holds the shared secret', collect)
    .option(
      '--secret-file <F>',
      'the file that holds the shared secret; one line feed at its end is not part of it',
      collect,
    )
    .option('--signature <SIG>', 'the value of the signature header')
    .option('--key-file <F>', 'the public key, certificate or JWK set of a sender that signs with one', collect)
    .option('--scheme <NAME>', 'how the sender signs: service, stripe, github, ... (default: service)')
    .option('--scheme-file <F>', 'a scheme of your own: a JSON file {"hookscope": "scheme", "version": 1, ...}')
    .option('--setting <TEXT>', "what the sender signs along and no request has, such as PayPal's webhook ID")
    .option('--at <TIME>', 'when it was received, for the age: ISO 8601 or seconds since 1970')
    .option('--header <LINE>', "'Name: value' of another header that the scheme needs; may be repeated", collect)
    .option('--url <URL>', 'the public URL that was called, for schemes that sign it')
    .option('--method <METHOD>', 'the method of the request (default: POST)')
    .option('--digest <D>', 'a digest that your own code computed: find out what it hashed')
    .option('--batch <FILE>', 'check many: one JSON object a line {secret or secrets, signature, bodyBase64, ...}')
    .option('--json', 'print one signature object as JSON')
    .action(async (file: string | undefined, options: VerifyOptions) =>
      setExitCode(await (await import('../commands/verify/verifyCommand.ts')).verifyCommand(file, options)),
    )
  addExamples(
    verify,
    ['hookscope verify body.json --secret-env SECRET --signature SIG', 'is it valid, and if not, why'],
    ["hookscope verify body.json --scheme stripe --secret-file s --header 'Stripe-Signature: t=1,v1=0'", 'of Stripe'],
    ['hookscope verify --batch requests.ndjson', 'many, a line of JSON each'],
  )
}

/** From 1 to 10,000. */
function times(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > 10_000) throw new InvalidArgumentError('It takes a number from 1 to 10000.')
  return value
}

/** Gathers the values of an option that may be repeated. */
function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
