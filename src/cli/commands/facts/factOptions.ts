import type { Command } from 'commander'
import type { TokenOptions } from './factCommands.ts'
import { addExamples } from '../../basics/joinOptions.ts'
import { shellOptions } from '../../../host/shells/shellOptions.ts'

const load = async () => import('./factCommands.ts')

/** `schemes`, `token` and `version`: facts that scripts and other commands need. */
export function addFacts(hookscope: Command): void {
  const schemes = hookscope
    .command('schemes')
    .description('list the senders that --scheme and --sender take, with the header of their signature')
    .option('--json', 'print JSON, see docs/command-output.md')
    .action(async (options: { json?: boolean }) => (await load()).schemesCommand(options))
  addExamples(schemes, ['hookscope schemes', 'all senders'], ['hookscope schemes | grep -i git', 'one of them'])

  const { name, takes, says } = shellOptions.data
  const token = hookscope
    .command('token')
    .description('print the key of the running instance, for scripts that call its API')
    .option(`--${name} <${takes}>`, says)
    .option('--json', 'print JSON with the address of the API, see docs/command-output.md')
    .action(async (options: TokenOptions) => (await load()).tokenCommand(options))
  addExamples(
    token,
    ['TOKEN=$(hookscope token)', 'then curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:4680/api/v1/status'],
    ['hookscope token --json', 'with the address of the API'],
  )

  const version = hookscope
    .command('version')
    .description('print the version')
    .action(async () => (await load()).versionCommand())
  addExamples(version, ['hookscope version', 'the same as hookscope -v'])
}
