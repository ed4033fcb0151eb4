/** The MCP clients that there is a snippet for. */
export const mcpClients = ['claude', 'cursor', 'vscode', 'codex'] as const
export type McpClient = (typeof mcpClients)[number]

interface McpServer {
  /** How the program is called. */
  command: readonly string[]
  dataFolder: string
  allowSend: boolean
}

/** Where a client's settings are, and what belongs into them; no files are edited. Pure. */
export function mcpSnippet(client: McpClient, server: McpServer): { file: string; text: string } {
  const [command = 'hookscope', ...before] = server.command
  const args = [...before, 'mcp', '--data', server.dataFolder, ...(server.allowSend ? ['--allow-send'] : [])]
  switch (client) {
    case 'claude':
      return { file: '.mcp.json', text: json({ mcpServers: { hookscope: { command, args } } }) }
    case 'cursor':
      return { file: '.cursor/mcp.json', text: json({ mcpServers: { hookscope: { command, args } } }) }
    case 'vscode':
      return { file: '.vscode/mcp.json', text: json({ servers: { hookscope: { type: 'stdio', command, args } } }) }
    case 'codex':
      return {
        file: '~/.codex/config.toml',
        text: `[mcp_servers.hookscope]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
      }
  }
}

const json = (value: object) => JSON.stringify(value, null, 2)
