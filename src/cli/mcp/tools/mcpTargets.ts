import { z } from 'zod'
import { isLoopback } from '../../../shared/loopback.ts'
import { type ToolContext, ToolProblem } from './mcpTool.ts'

export const target = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe('Where to: on this machine, or a host that the user allowed.')

/** Throws ToolProblem where the user did not allow the host. */
export function allowTarget(url: string, { allowedHosts }: Pick<ToolContext, 'allowedHosts'>): string {
  const { hostname, username, password } = new URL(url)
  if (username !== '' || password !== '')
    throw new ToolProblem('The address holds a user name or password. Leave them out.')
  if (isLoopback(hostname) || allowedHosts.includes(hostname)) return url
  throw new ToolProblem(
    'This server sends only to this machine. The user can allow a host: hookscope mcp --allow-send --allow-host HOST.',
  )
}
