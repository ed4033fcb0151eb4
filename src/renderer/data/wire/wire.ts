import type { Client as Call, ClientContext } from '@orpc/client'
import type { AnyContractRouter, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { Contract } from '../../../shared/contract.ts'
import type { Problem } from './problem.ts'
import type { SessionCalls } from './session.ts'

/** Every call of the contract, typed. The contract itself stays out of the page: only its types are imported. */
export type Client = CallsOf<Contract>

/** As oRPC's `ContractRouterClient`, with what `linkWithProblems` rejects with. */
type CallsOf<Router extends AnyContractRouter> =
  Router extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? Call<ClientContext, InferSchemaInput<Input>, InferSchemaOutput<Output>, Problem>
    : { [Name in keyof Router]: Router[Name] extends AnyContractRouter ? CallsOf<Router[Name]> : never }

export type WireState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  /** Lost, and being tried again. */
  | { kind: 'lost'; since: number }
  /** Trying again would not help: the sentence says why, and the steps what would, one after the other. */
  | { kind: 'refused'; problem: string; steps: readonly string[] }

/** One connection to the engine, over whatever the shell offers. It repairs itself. */
export interface Wire {
  client: Client
  /** Null where the shell has no key: in the desktop shell. */
  session: SessionCalls | null
  state(): WireState
  /** Calls the listener with every change of the state. Returns how to stop listening. */
  subscribe(listener: (state: WireState) => void): () => void
  stop(): void
}

/** A value that can be watched. `set` calls the listeners only when the value changes. */
export function observable<T>(initial: T) {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  return {
    get: () => value,
    set: (next: T) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener(next)
    },
    subscribe: (listener: (value: T) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
