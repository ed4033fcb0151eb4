import { type Command, Option } from 'commander'
import { addExamples } from '../basics/joinOptions.ts'
import { mcpClients } from '../../shared/mcpSnippets.ts'
import type { McpOptions } from './mcpCommand.ts'
import { shellOptions } from '../../host/shells/shellOptions.ts'

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
    .action(async (options: McpOptions) => (await import('./mcpCommand.ts')).mcpCommand(options))
  addExamples(
    mcp,
    ['hookscope mcp --print-config claude', 'what to put into the settings of a client'],
    ['hookscope mcp --allow-send', 'may send to this machine'],
  )
}
