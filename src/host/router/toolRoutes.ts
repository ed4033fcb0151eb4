import type { ToolSession } from '../../shared/wireTypes.ts'
import type { Implementer } from './routerParts.ts'

const max = { sessions: 20, calls: 100 }

/** The calls about agents and editors. Their actions are held in memory: it is the history of this start only. */
export function toolRoutes({ tools }: Implementer) {
  let sessions: ToolSession[] = []
  let last = 0
  const now = () => new Date().toISOString()
  const find = (id: string) => sessions.find((session) => session.id === id)
  return {
    list: tools.list.handler(() =>
      sessions.map((session) => ({ ...session, connected: session.connected && isAlive(session.pid) })),
    ),
    open: tools.open.handler(({ input }) => {
      const id = String((last += 1))
      sessions = [{ ...input, id, since: now(), connected: true, calls: [] }, ...sessions].slice(0, max.sessions)
      return { id }
    }),
    note: tools.note.handler(({ input: { id, ...call } }) => {
      const session = find(id)
      if (session !== undefined) session.calls = [{ ...call, at: now() }, ...session.calls].slice(0, max.calls)
      return { noted: session !== undefined }
    }),
    close: tools.close.handler(({ input: { id } }) => {
      const session = find(id)
      if (session !== undefined) session.connected = false
      return { closed: session !== undefined }
    }),
  }
}

/** A server that was killed says no goodbye. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
