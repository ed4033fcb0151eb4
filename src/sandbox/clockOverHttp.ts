import { sandboxClockSchema } from '../shared/schemas/sandboxSchemas.ts'
import type { SandboxClockView } from '../shared/wireTypes.ts'
import { clockPath } from './api/answerClock.ts'
import { askSandbox, notASandbox, obtainToken, sandboxOrigin, SandboxUnasked } from './askSandbox.ts'
import { isRecord } from './state/isState.ts'

/**
 * Asks a sandbox that runs alone for its time, and sets it first where a change is given. Throws SandboxUnasked, also where a
 * stranger answers.
 */
export async function changeClockOverHttp(given: string, change: string | undefined): Promise<SandboxClockView> {
  const url = sandboxOrigin(given)
  const { token } = await obtainToken(url)
  const asked = change === undefined ? { method: 'GET' } : { method: 'POST', body: { change } }
  const { status, json } = await askSandbox(url, { ...asked, url: url + clockPath, token })
  const title = isRecord(json) ? json['title'] : undefined
  if (status >= 300) throw new SandboxUnasked('refused', typeof title === 'string' ? title : notASandbox(url).message)
  const clock = sandboxClockSchema.safeParse(json)
  if (!clock.success) throw notASandbox(url)
  return clock.data
}
