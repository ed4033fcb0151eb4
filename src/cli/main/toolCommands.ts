import { type Command, Option, Argument } from 'commander'
import { addExamples } from '../basics/joinOptions.ts'
import { mcpClients } from '../../shared/mcpSnippets.ts'
import type { McpOptions } from '../mcp/mcpCommand.ts'
import { shellOptions } from '../../host/shells/shellOptions.ts'
import type { TokenOptions } from '../commands/facts/factCommands.ts'
import { completedShells, type CompletedShell, completionScript } from '../completion/completionScripts.ts'
import type { NameKind } from '../completion/namesCommand.ts'

const load = async () => import('../commands/facts/factCommands.ts')

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

/** `mcp`: its options. */
export function addMcp(hookscope: Command): void {
  const gather = (value: string, before: string[] = []) => [...before, value]
  const { name, takes, says } = shellOptions.data
  const mcp = hookscope
    .command('mcp')
    .description('serve agents and editors by the Model Context Protocol on stdio; read-only unless allowed more')
    .option(`--${name} <${takes}>`, says)
    .option('--allow-send', 'tools that send, trigger and annotate, too')
    .option('--allow-host <HOST>', 'allow a host beyond this machine to be sent to; may be repeated', gather)
    .option('--allow-target <HOST>', 'the same as --allow-host', gather)
    .option('--secret-env <NAME>', 'a variable whose value may sign; its value is never shown; may be repeated', gather)
    .option('--start', 'receive in this process where no instance runs')
    .addOption(new Option('--print-config <CLIENT>', 'print what a client needs, and end').choices(mcpClients))
    .action(async (options: McpOptions) => (await import('../mcp/mcpCommand.ts')).mcpCommand(options))
  addExamples(
    mcp,
    ['hookscope mcp --print-config claude', 'what to put into the settings of a client'],
    ['hookscope mcp --allow-send', 'may send to this machine'],
  )
}

/**
 * Adds the command that prints a completion script, made of the commands of the program itself, and the hidden one that such a
 * script calls for names that only the data folder knows.
 */
export function addCompletion(hookscope: Command): void {
  const completion = hookscope
    .command('completion')
    .description('print the script with which a shell completes commands, options and values')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(completedShells))
    .action(async (shell: CompletedShell) => {
      const { completionWords } = await import('../completion/completionWords.ts')
      process.stdout.write(completionScript(shell, completionWords(hookscope)))
    })
  addExamples(
    completion,
    ['source <(hookscope completion bash)', 'in ~/.bashrc'],
    ['source <(hookscope completion zsh)', 'in ~/.zshrc, after compinit'],
    ['hookscope completion fish > ~/.config/fish/completions/hookscope.fish', 'once'],
  )
  const names = hookscope
    .command('complete', { hidden: true })
    .description('print names that a shell completes')
    .argument('<KIND>', 'environments, forward-rules, response-rules, fixtures or backups')
    .action(async (kind: NameKind) => (await import('../completion/namesCommand.ts')).namesCommand(kind))
  addExamples(names, ['hookscope complete environments', 'what a completion script calls'])
}
