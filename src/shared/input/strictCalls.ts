import { type AnyContractProcedure, ContractProcedure, isContractProcedure } from '@orpc/contract'
import type { z } from 'zod'
import { noInput, strictInput } from './strictInput.ts'

/** Returns the same calls, each of which refuses names that it does not know instead of dropping them. */
export function strictCalls<Calls extends object>(calls: Calls): Calls {
  const entries = Object.entries(calls).map(([name, call]: [string, object]) => [
    name,
    isContractProcedure(call) ? strictCall(call) : strictCalls(call),
  ])
  return Object.fromEntries(entries) as Calls
}

function strictCall(call: AnyContractProcedure): AnyContractProcedure {
  const def = call['~orpc']
  const { method, path } = def.route
  const part = isInQuery(method) ? 'query parameter' : 'field'
  const inputSchema = def.inputSchema as z.ZodType | undefined
  return new ContractProcedure({
    ...def,
    inputSchema: inputSchema === undefined ? noInput(part) : strictInput(inputSchema, part, namesInPath(path ?? '')),
  }) as AnyContractProcedure
}

/** Whether a call takes its input as query parameters: a body of a GET or DELETE is dropped on many ways. */
export function isInQuery(method: string | undefined): boolean {
  return method === 'GET' || method === 'DELETE'
}

/** "/deliveries/{id}/body" has the name "id". */
export function namesInPath(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment.startsWith('{'))
  return segments.map((segment) => segment.slice(1, -1))
}
