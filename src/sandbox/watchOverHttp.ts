import { watchedObjectSchema } from '../shared/schemas/sandboxSchemas.ts'
import type { WatchedObject } from '../shared/wireTypes.ts'
import { watchedPath } from './api/answerCall.ts'
import { askSandbox, notASandbox, obtainToken, SandboxUnasked, sandboxOrigin } from './askSandbox.ts'
import type { JsonAnswer } from './requestJson.ts'
import { isRecord } from './state/isState.ts'

/** Objects of a sandbox that runs alone, to count who asks for them. */
export interface RemoteWatch {
  watch(): Promise<WatchedObject>
  asked(id: string): Promise<number>
}

/** Asks a sandbox that runs alone to watch objects of a type. Throws SandboxUnasked, also where a stranger answers. */
export async function watchOverHttp(given: string, type: string): Promise<RemoteWatch> {
  const url = sandboxOrigin(given)
  const { token } = await obtainToken(url)
  return {
    watch: async () => {
      const json = fieldsOf(await askSandbox(url, { method: 'POST', url: url + watchedPath, token, body: { type } }))
      const watched = watchedObjectSchema.safeParse(json)
      if (!watched.success) throw notASandbox(url)
      return watched.data
    },
    asked: async (id) => {
      const address = `${url}${watchedPath}/${encodeURIComponent(id)}`
      const { asked } = fieldsOf(await askSandbox(url, { method: 'GET', url: address, token }))
      if (typeof asked !== 'number' || !Number.isInteger(asked) || asked < 0) throw notASandbox(url)
      return asked
    },
  }
}

function fieldsOf({ status, json }: JsonAnswer): Record<string, unknown> {
  if (status < 300) return isRecord(json) ? json : {}
  throw new SandboxUnasked('refused', `The sandbox refused to count requests, with status ${status}.`)
}
