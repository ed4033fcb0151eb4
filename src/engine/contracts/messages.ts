import type { ContractDocument, ContractExample, ContractResult } from '../../shared/wireTypes.ts'
import type { ContractSource } from './contractFiles.ts'

/** A delivery as the contract's thread gets it. */
export interface ContractInput {
  /** Names and values in turn. */
  headers: readonly string[]
  body: Uint8Array
  /** The event type that the environment's preset found, or null. */
  eventType: string | null
}

export type ToContractThread =
  | { kind: 'load'; source: ContractSource }
  /** `givenUp`: messages that are not tried, with the number of validations that did not finish. */
  | { kind: 'validate'; number: number; input: ContractInput; givenUp: ReadonlyMap<string, number> }
  | { kind: 'examples' }

export type FromContractThread =
  | { kind: 'loaded'; document: ContractDocument; watched: string[]; fingerprint: string }
  /** The stages of a validation; the time of each is limited on its own. */
  | { kind: 'compiling' | 'validating'; number: number; message: string; matched: ContractResult['matched'] }
  /** Patterns get a number when they are first matched, which the shared memory names from then on. */
  | { kind: 'pattern'; number: number; pattern: string }
  | { kind: 'validated'; number: number; result: ContractResult }
  | { kind: 'examples'; examples: ContractExample[] }
