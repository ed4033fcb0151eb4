import type { Client } from '../connect/joinInstance.ts'

/** Tells the running instance who is connected and what is called, for its settings to show. */
export interface McpReport {
  call(by: ClientName, call: McpCall): void
  /** Resolves when all was said. */
  close(): Promise<void>
}

/** Opens with the first call: before that the client's name is unknown. A failed report stops nothing. */
export function startMcpReport(client: Client, allowSend: boolean): McpReport {
  let opened: Promise<string | null> | undefined
  const open = async (by: ClientName) =>
    (opened ??= client.tools.open({ ...by, allowSend, pid: process.pid }).then(
      ({ id }) => id,
      () => null,
    ))
  let said: Promise<unknown> = Promise.resolve()
  const say = (session: Promise<string | null>, work: (id: string) => Promise<unknown>) => {
    said = said.then(async () => {
      const id = await session
      if (id !== null) await work(id).catch(() => undefined)
    })
  }
  return {
    call: (by, call) => say(open(by), async (id) => client.tools.note({ id, ...call })),
    close: async () => {
      if (opened === undefined) return
      say(opened, async (id) => client.tools.close({ id }))
      await said
    },
  }
}

export interface McpCall {
  tool: string
  outcome: 'done' | 'refused'
  /** ms */
  took: number
}

export interface ClientName {
  client: string
  version: string
}
