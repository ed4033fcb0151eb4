import type { ContractRemark } from '../../shared/codes/contracts.ts'
import { createQueue } from '../../shared/basics/queues.ts'
import { contractProblemSentence } from '../../shared/words/contracts.ts'
import type { ContractDocument, ContractExample, ContractResult } from '../../shared/wireTypes.ts'
import { newThread } from '../threads/newThread.ts'
import type { ContractSource } from './contractFiles.ts'
import { unfinished } from './unfinished.ts'
import type { ContractInput, FromContractThread, ToContractThread } from './messages.ts'

/** A contract on a thread of its own, which is ended and started again where a step takes too long. */
export interface OpenContract {
  document: ContractDocument
  /** Equal where a delivery would get the same result. */
  fingerprint: string
  /** Files and folders to watch for changes. */
  watched: readonly string[]
  /** Resolves in any case, within the limits of time. One delivery after the other. */
  validate(input: ContractInput): Promise<ContractResult>
  examples(): Promise<ContractExample[]>
  stop(): Promise<void>
}

/** Limits of time for reading a contract, compiling a schema and validating a delivery, ms. */
export interface ContractLimits {
  loadMs: number
  compileMs: number
  validateMs: number
}

export const defaultLimits: ContractLimits = { loadMs: 60_000, compileMs: 10_000, validateMs: 1000 }

/** A message is no longer tried after this many validations in a row that did not finish. */
const maxEnded = 3

/** A schema from a stranger decides how much memory it takes: past this the thread ends, and the process goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

/** Reads a contract. Never rejects: a document that cannot be read has problems and no messages. */
export async function openContract(source: ContractSource, limits = defaultLimits): Promise<OpenContract> {
  const inTurn = createQueue()
  let thread: Thread | undefined
  const ended = new Map<string, number>()
  let stopped = false

  async function start(): Promise<Loaded> {
    thread = startThread()
    const answer = await thread.ask({ kind: 'load', source }, 'loaded', limits.loadMs)
    if ('kind' in answer) return answer
    await drop()
    return failed(source, answer)
  }

  async function drop(): Promise<void> {
    const ending = thread
    thread = undefined
    await ending?.end()
  }

  async function validate(input: ContractInput, number: number): Promise<ContractResult> {
    if (thread === undefined) {
      const again = await start()
      if (again.fingerprint !== loaded.fingerprint) return unfinished(changedMeanwhile)
    }
    if (thread === undefined) return unfinished(changedMeanwhile)
    const givenUp = new Map([...ended].filter(([, times]) => times >= maxEnded))
    const answer = await thread.validate({ kind: 'validate', number, input, givenUp }, limits)
    if ('result' in answer) {
      const { message, why } = answer.result
      if (message !== null && why === null) ended.delete(message)
      return answer.result
    }
    await drop()
    if (answer.message !== null) ended.set(answer.message, (ended.get(answer.message) ?? 0) + 1)
    return { ...unfinished(answer.why), message: answer.message, matched: answer.matched }
  }

  let number = 0
  const loaded = await start()
  return {
    ...loaded,
    validate: async (input) =>
      inTurn(async () => (stopped ? unfinished(changedMeanwhile) : validate(input, (number += 1)))),
    examples: async () =>
      inTurn(async () => {
        if (stopped || (thread === undefined && (await start()).fingerprint !== loaded.fingerprint)) return []
        const answer = await thread?.ask({ kind: 'examples' }, 'examples', limits.loadMs)
        return answer !== undefined && 'kind' in answer ? answer.examples : []
      }),
    stop: async () => {
      stopped = true
      await drop()
    },
  }
}

type Loaded = Omit<Extract<FromContractThread, { kind: 'loaded' }>, 'kind'>
type Answer<Kind extends FromContractThread['kind']> = Extract<FromContractThread, { kind: Kind }>

const changedMeanwhile: ContractRemark = {
  code: 'validation-broke-off',
  fields: { detail: 'the contract changed meanwhile' },
}

/** Why a thread did not answer: time ran out, or it ended with an error. */
type Silence = { seconds: number } | { error: string }

function failed(source: ContractSource, silence: Silence): Loaded {
  const file = 'path' in source ? source.path : source.name
  const why =
    'seconds' in silence
      ? ({ code: 'contract-load-timeout', fields: { seconds: silence.seconds } } as const)
      : ({ code: 'contract-thread-ended', fields: { detail: silence.error } } as const)
  const problem = { file, line: null, pointer: '', why, message: contractProblemSentence(why) }
  const head = { format: null, title: null, version: null, files: 0, messages: [], moreProblems: 0 }
  return {
    document: { ...head, problems: [problem] },
    fingerprint: 'unreadable',
    watched: 'path' in source ? [file] : [],
  }
}

type Reached = Pick<ContractResult, 'message' | 'matched'>
type Ended = Reached & { why: ContractRemark }

interface Thread {
  ask<Kind extends FromContractThread['kind']>(
    message: ToContractThread,
    kind: Kind,
    timeoutMs: number,
  ): Promise<Answer<Kind> | Silence>
  validate(
    call: Extract<ToContractThread, { kind: 'validate' }>,
    limits: ContractLimits,
  ): Promise<Answer<'validated'> | Ended>
  end(): Promise<void>
}

function startThread(): Thread {
  const patternMemory = new SharedArrayBuffer(4)
  const current = new Int32Array(patternMemory)
  const patterns = new Map<number, string>()
  const worker = newThread('contractThread', import.meta.url, { patternMemory }, resourceLimits)
  worker.unref()
  const post = (message: ToContractThread): void => worker.postMessage(message)
  let onMessage: (message: FromContractThread) => void = () => undefined
  let onError: (error: string) => void = () => undefined
  worker.on('message', (message: FromContractThread) => {
    if (message.kind === 'pattern') patterns.set(message.number, message.pattern)
    else onMessage(message)
  })
  worker.on('error', (error) => onError(error.message))

  return {
    ask: async <Kind extends FromContractThread['kind']>(message: ToContractThread, kind: Kind, timeoutMs: number) =>
      new Promise<Answer<Kind> | Silence>((resolve) => {
        const timeout = setTimeout(() => resolve({ seconds: timeoutMs / 1000 }), timeoutMs)
        const settle = (answer: Answer<Kind> | Silence): void => {
          clearTimeout(timeout)
          resolve(answer)
        }
        onError = (error) => settle({ error })
        onMessage = (answer) => {
          if (answer.kind === kind) settle(answer as Answer<Kind>)
        }
        post(message)
      }),
    validate: async (call, limits) =>
      new Promise((resolve) => {
        let timeout: NodeJS.Timeout | undefined
        let reached: Reached = { message: null, matched: null }
        const settle = (answer: Answer<'validated'> | Ended): void => {
          clearTimeout(timeout)
          resolve(answer)
        }
        const within = (timeoutMs: number, why: (seconds: number) => ContractRemark): void => {
          clearTimeout(timeout)
          // Where this thread was busy, the answer may be there and not read yet.
          timeout = setTimeout(() => setImmediate(() => settle({ ...reached, why: why(timeoutMs / 1000) })), timeoutMs)
        }
        onError = (detail) => settle({ ...reached, why: { code: 'validation-broke-off', fields: { detail } } })
        onMessage = (message) => {
          if (!('number' in message) || message.kind === 'pattern' || message.number !== call.number) return
          if (message.kind === 'validated') {
            settle(message)
            return
          }
          reached = { message: message.message, matched: message.matched }
          if (message.kind === 'compiling') {
            within(limits.compileMs, (seconds) => ({ code: 'compile-timeout', fields: { seconds } }))
          } else within(limits.validateMs, tooLong)
        }
        const tooLong = (seconds: number): ContractRemark => {
          const pattern = patterns.get(Atomics.load(current, 0))
          if (pattern === undefined) return { code: 'validation-timeout', fields: { seconds } }
          return {
            code: 'pattern-timeout',
            fields: { seconds, pattern: pattern.slice(0, 200), message: reached.message ?? '' },
          }
        }
        // Until its message is found, its body is parsed.
        within(limits.compileMs, (seconds) => ({ code: 'validation-timeout', fields: { seconds } }))
        post(call)
      }),
    end: async () => {
      onError('the contract was closed')
      await worker.terminate()
    },
  }
}
