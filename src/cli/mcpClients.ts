import { programName } from './places.ts'

/** The clients that there is a snippet for. */
export const mcpClients = ['claude', 'cursor', 'vscode', 'codex'] as const
export type McpClient = (typeof mcpClients)[number]

/** What a person puts into the settings of a client; their files are never edited. */
export function clientSnippet(client: McpClient, folder: string, { allowSend }: { allowSend?: boolean }): string {
  const args = ['mcp', '--data', folder, ...(allowSend === true ? ['--allow-send'] : [])]
  const [command = 'hookscope', ...before] = commandWords()
  const server = { command, args: [...before, ...args] }
  switch (client) {
    case 'claude':
      return `# claude mcp add-json hookscope '...', or in .mcp.json:\n${json({ mcpServers: { hookscope: server } })}`
    case 'cursor':
      return `# .cursor/mcp.json\n${json({ mcpServers: { hookscope: server } })}`
    case 'vscode':
      return `# .vscode/mcp.json\n${json({ servers: { hookscope: { type: 'stdio', ...server } } })}`
    case 'codex':
      return [
        '# ~/.codex/config.toml',
        '[mcp_servers.hookscope]',
        `command = ${JSON.stringify(server.command)}`,
        `args = ${JSON.stringify(server.args)}`,
      ].join('\n')
  }
}

const json = (value: object) => JSON.stringify(value, null, 2)

/** The built file and not `npm run`, which prints to the wire. */
function commandWords(): string[] {
  return programName() === 'hookscope' ? ['hookscope'] : [process.execPath, process.argv[1] ?? '']
}
