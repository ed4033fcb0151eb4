import { type Command, Option } from 'commander'
import { duration } from '../../basics/optionValues.ts'
import type { EnvOptions, RotateOptions } from './envCommand.ts'
import type { SecretOptions } from '../../basics/givenSecret.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { addExamples, addJoinOptions } from '../../basics/joinOptions.ts'

const load = async () => import('./envCommand.ts')

/** `env`: environments, senders of all kinds included, and their secrets. */
export function addEnv(hookscope: Command): void {
  const env = hookscope.command('env').description('manage environments: each has a sender, a receiver URL and secrets')
  addExamples(
    env,
    ['hookscope env', 'all of them, the one in use marked'],
    ['hookscope env add Billing --sender stripe --secret-env SECRET --use', 'from nothing to a verified event'],
  )
  addLooks(env)
  addSettings(env)
  addSecrets(env)
}

function addLooks(env: Command): void {
  const list = env.command('list', { isDefault: true }).description('list the environments; the same as env alone')
  list.action(async (options: JoinOptions) => (await load()).listEnvironments(options))
  addExamples(addJoinOptions(list), ['hookscope env list', 'the same as hookscope env'])

  const show = env.command('show').description('show an environment; of its secrets only the fingerprints')
  show.argument('[NAME]', 'name or id (default: the one in use)')
  show.action(async (name: string | undefined, options: JoinOptions) => (await load()).showEnvironment(name, options))
  addExamples(addJoinOptions(show), ['hookscope env show', 'the one in use'], ['hookscope env show Test', 'another'])

  const use = env.command('use').description('choose the environment that is used where none is named')
  use.argument('<NAME>', 'name or id')
  use.action(async (name: string, options: JoinOptions) => (await load()).useEnvironment(name, options))
  addExamples(addJoinOptions(use), ['hookscope env use Test', 'from now on'])

  const remove = env.command('remove').description('remove an environment with its secrets')
  remove.argument('<NAME>', 'name or id').option('--deliveries', 'remove its deliveries, too')
  remove.action(async (name: string, options: JoinOptions & { deliveries?: boolean }) =>
    (await load()).removeEnvironment(name, options),
  )
  addExamples(addJoinOptions(remove), ['hookscope env remove Old --deliveries', 'and everything it received'])
}

function addSettings(env: Command): void {
  const add = withSettings(env.command('add').description('make an environment').argument('<NAME>', 'its name'))
  add.option('--use', 'use it from now on')
  add.action(async (name: string, options: EnvOptions) => (await load()).addEnvironment(name, options))
  addExamples(
    addJoinOptions(add),
    ['hookscope env add Shop --sender shopify --secret-env SECRET', 'deliveries of Shopify'],
    [
      'hookscope env add Acme --base-url https://api.example.com --auth-url https://auth.example.com',
      'an organization',
    ],
  )

  const edit = withSettings(env.command('edit').description('change settings of an environment'))
  edit.argument('<NAME>', 'name or id').option('--name <NEW>', 'another name')
  edit.action(async (name: string, options: EnvOptions) => (await load()).editEnvironment(name, options))
  addExamples(addJoinOptions(edit), ['hookscope env edit Test --signature-header X-Signature', 'one setting'])
}

function withSettings(command: Command): Command {
  return withSecret(
    command
      .option('--sender <NAME>', 'how it signs and how it is read: stripe, github, shopify, ... (default: service)')
      .option('--base-url <URL>', 'where its objects are fetched')
      .option('--auth-url <URL>', 'its identity provider')
      .option('--client-id <ID>', 'client id for the identity provider')
      .option('--audience <TEXT>', 'audience for the identity provider')
      .option('--username <NAME>', 'user who fetches')
      .option('--password-env <NAME>', "the variable that holds the user's password, or a sender's API key")
      .option('--signature-header <NAME>', "header that carries the signature (default: the sender's own)")
      .option('--setting <TEXT>', "what the sender signs along and no request has, such as PayPal's webhook ID"),
  )
}

function addSecrets(env: Command): void {
  const set = env.command('set-secret').description('store the shared secret or public key of an environment')
  withSecret(set.argument('<NAME>', 'name or id'))
  set.action(async (name: string, options: JoinOptions & SecretOptions) => (await load()).setSecret(name, options))
  addExamples(
    addJoinOptions(set),
    ['hookscope env set-secret Test --secret-env SECRET', 'of a variable'],
    ['hookscope env set-secret Test --secret-stdin < s', 'of a file or a password manager'],
  )

  const rotate = env
    .command('rotate')
    .description('replace the shared secret: old ones stay valid until they are no longer used')
  withSecret(rotate.argument('<NAME>', 'name or id'))
  rotate.addOption(
    new Option('--quiet <TIME>', 'retire old secrets when none was used for this long')
      .argParser(duration)
      .default(3_600_000, '1h'),
  )
  rotate.action(async (name: string, options: RotateOptions) => (await load()).rotateSecret(name, options))
  addExamples(
    addJoinOptions(rotate),
    ['hookscope env rotate Test --secret-env SECRET', 'to this one'],
    ['hookscope env rotate Test --quiet 10m', 'to a random one'],
  )
}

function withSecret(command: Command): Command {
  return command
    .option('--secret-env <NAME>', 'the variable that holds the secret')
    .option('--secret-stdin', 'read the secret from standard input')
}
