import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect } from 'vitest'
import { commandLine } from '../../build/commandLine.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { serveHere } from '../serve/serveHere.ts'

type Answer = Record<string, unknown>

/** Hookscope, and two clients of its MCP server: one that may only read, and one that may send. */
async function startMcpRig() {
  const folder = scratchFolder()
  const data = join(folder.path, 'data')
  const workspace = join(folder.path, 'workspace')
  mkdirSync(workspace)
  const running = await serveHere(data)
  await running.call('POST', '/sandbox/demo')

  async function connect(...options: string[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' })
    const args = [commandLine, 'mcp', '--data', data, '--secret-env', 'HOOK_SECRET', ...options]
    const env = { ...getDefaultEnvironment(), HOOK_SECRET: variableSecret }
    const transport = { command: process.execPath, args, stderr: 'ignore', env, cwd: workspace } as const
    await client.connect(new StdioClientTransport(transport))
    return client
  }

  const [reader, sender] = await Promise.all([connect(), connect('--allow-send')])
  return {
    folder: folder.path,
    data,
    workspace,
    running,
    connect,
    reader,
    sender,
    /** A check to its end. */
    checked: async (asked: Answer) => {
      let report = await call<Report>(sender, 'check_handler', asked)
      while (report.state === 'running') report = await call(sender, 'check_handler', { runId: report.runId })
      return report
    },
    /** A valid delivery of the sandbox. */
    sampleDelivery: async () => {
      const asked = { filter: 'verdict:valid', limit: 1 }
      const { deliveries } = await call<{ deliveries: { id: string }[] }>(reader, 'list_deliveries', asked)
      return deliveries[0] ?? { id: '' }
    },
    receiverUrl: async () => (await running.call<{ receiver: { url: string } }>('GET', '/status')).receiver.url,
    sharedSecret: async () => {
      const asked = { secret: 'sharedSecret' }
      return (await running.call<{ text: string }>('POST', '/environments/sandbox/reveal', asked)).text
    },
    stop: async () => {
      await Promise.all([reader.close(), sender.close()])
      await running.stop()
      folder.remove()
    },
  }
}

type Report = Answer & { runId: string; state: string }

type McpRig = Awaited<ReturnType<typeof startMcpRig>>

/** One rig for a file of tests; to be called from a test on. */
export function sharedMcpRig(): () => McpRig {
  let rig: McpRig | undefined
  beforeAll(async () => {
    rig = await startMcpRig()
  })
  afterAll(async () => rig?.stop())
  return () => {
    if (rig === undefined) throw new Error('The rig starts before the first test.')
    return rig
  }
}

export const variableSecret = 'a-secret-of-a-variable-8d1f'

/** The structured answer of a tool; what failed is an error here. */
export async function call<T = Answer>(client: Client, name: string, args: Answer = {}): Promise<T> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
  if (isError === true) throw new Error(JSON.stringify(content))
  return structuredContent as T
}

/** The refusal of a tool. */
export async function refusal(client: Client, name: string, args: Answer): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args })
  expect(isError).toBe(true)
  return JSON.stringify(content)
}

/** Paths of the values that hold a text. */
export function placesOf(value: unknown, text: string, path = ''): string[] {
  if (typeof value === 'string') return value.includes(text) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key.includes(text) ? [`${path}.(key)`] : []),
    ...placesOf(entry, text, path === '' ? key : `${path}.${key}`),
  ])
}

/** The function of the ready code: the exact body, the signature header, and the secret. */
export type VerifyOfCode = (body: Buffer, signature: string, secret: string) => boolean | number

/** A handler that answers 401 with what it computed where that is not what came. */
export async function listen(digestOf: (body: string) => string): Promise<{ url: string; server: Server }> {
  return answering((body, signature) => {
    const digest = digestOf(body.toString())
    return signature === digest ? [200, 'ok'] : [401, `computed ${digest}`]
  })
}

/** A handler that does its work once for each notification that the function finds valid, and minds odd ones. */
export async function listenWith(
  isValid: (body: Buffer, signature: string) => boolean | number,
): Promise<{ url: string; server: Server }> {
  return answering((body, signature) => (isValid(body, signature) === true ? [200, 'ok'] : [401, 'not valid']))
}

export async function answering(
  decide: (body: Buffer, signature: string) => [status: number, text: string],
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const [status, text] =
        request.method === 'POST'
          ? decide(Buffer.concat(chunks), String(request.headers['x-service-webhook-hmac'] ?? ''))
          : ([405, 'POST only'] as const)
      response.writeHead(status).end(text)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, server }
}
