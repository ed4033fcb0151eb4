import type { Call, Reply } from '../http/call.ts'
import { ApiProblem, wrongMethod } from '../http/problem.ts'
import { readJson } from '../http/readJson.ts'
import { viewOf } from '../sandboxClock.ts'
import { SandboxRefusal } from '../state/sandboxRefusal.ts'
import type { World } from '../world/createWorld.ts'

/** Not the service's: the clock of a sandbox that runs alone. */
export const clockPath = '/sandbox-clock'

/** Answers with the clock, after a change where one is posted. Throws ApiProblem. */
export function answerClock(call: Call, { clock }: World): Reply {
  if (call.method === 'GET') return { status: 200, json: viewOf(clock) }
  if (call.method !== 'POST') throw wrongMethod(call.method, 'GET, POST')
  const { change } = readJson(call)
  try {
    clock.change(typeof change === 'string' ? change : '')
  } catch (error) {
    if (error instanceof SandboxRefusal) throw new ApiProblem(400, error.message)
    throw error
  }
  return { status: 200, json: viewOf(clock) }
}
