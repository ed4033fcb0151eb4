/**
 * Entry of the thread that reads a contract and validates against it: a large document, a schema that takes long to compile
 * and a pattern that explodes hold up nothing else, and it can be ended.
 */
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { ContractRemark } from '../../shared/codes/contracts.ts'
import { contractRemarkSentence } from '../../shared/words/contracts.ts'
import type { ContractResult } from '../../shared/wireTypes.ts'
import { examplesOf } from './contractExamples.ts'
import { unfinished } from './unfinished.ts'
import { fieldsOf } from '../store/index/readEvent.ts'
import { createValidator } from './createValidator.ts'
import { loadContract, type LoadedContract } from './loadContract.ts'
import type { ContractInput, FromContractThread, ToContractThread } from './messages.ts'
import type { ContractSource } from './contractFiles.ts'

const { patternMemory } = workerData as { patternMemory: SharedArrayBuffer }
/** The number of the pattern that is being matched, 0 for none. */
const currentPattern = new Int32Array(patternMemory)
const patterns = new Map<string, number>()

const maxBody = { bytes: 8 * 1024 * 1024, mb: 8 }

let contract: LoadedContract | undefined
let validate: ReturnType<typeof createValidator> | undefined
let running = 0

function post(message: FromContractThread): void {
  parentPort?.postMessage(message)
}

function load(source: ContractSource): void {
  const loaded = loadContract(source)
  let reached = { message: '', matched: null as ContractResult['matched'] }
  contract = loaded
  validate = createValidator(loaded, {
    matched({ name }, matched) {
      reached = { message: name, matched }
      post({ kind: 'compiling', number: running, ...reached })
    },
    compiled: () => post({ kind: 'validating', number: running, ...reached }),
    matching: (pattern) => Atomics.store(currentPattern, 0, pattern === null ? 0 : numberOf(pattern)),
  })
  const { document, watched } = loaded
  post({ kind: 'loaded', document, watched, fingerprint: fingerprintOf(loaded) })
}

function numberOf(pattern: string): number {
  const known = patterns.get(pattern)
  if (known !== undefined) return known
  const number = patterns.size + 1
  patterns.set(pattern, number)
  post({ kind: 'pattern', number, pattern })
  return number
}

/** Equal where a delivery would get the same result. */
function fingerprintOf({ messages, nodes, document }: LoadedContract): string {
  const hash = createHash('sha256').update(resultVersion)
  for (const message of messages) {
    hash.update(JSON.stringify([message.name, message.aliases, message.node, message.dialect, message.fault]))
    hash.update(JSON.stringify([...message.headers]))
  }
  for (const { schema } of nodes) hash.update(JSON.stringify(schema))
  if (messages.length === 0) hash.update(JSON.stringify(document.problems))
  return hash.digest('base64url').slice(0, 22)
}

/** To be changed when the same contract gets other results than before. */
const resultVersion = '3'

function resultOf({ headers, body, eventType }: ContractInput, givenUp: ReadonlyMap<string, number>): ContractResult {
  if (validate === undefined) throw new Error('No contract is loaded.')
  if (body.length > maxBody.bytes) {
    const why: ContractRemark = { code: 'body-not-validated', fields: { maxMb: maxBody.mb } }
    return unfinished(why)
  }
  const found = validate({ headers, body: fieldsOf(headers, body), isEmpty: body.length === 0, eventType }, givenUp)
  return { ...found, reason: found.why === null ? null : contractRemarkSentence(found.why) }
}

parentPort?.on('message', (message: ToContractThread) => {
  switch (message.kind) {
    case 'load':
      load(message.source)
      return
    case 'validate':
      running = message.number
      post({ kind: 'validated', number: message.number, result: safely(message.input, message.givenUp) })
      return
    case 'examples':
      post({ kind: 'examples', examples: contract === undefined ? [] : examplesOf(contract) })
  }
})

/** An exception of compiled code, such as too deep a recursion, ends this validation only. */
function safely(input: ContractInput, givenUp: ReadonlyMap<string, number>): ContractResult {
  try {
    return resultOf(input, givenUp)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const why: ContractRemark = { code: 'validation-broke-off', fields: { detail } }
    return unfinished(why)
  }
}
