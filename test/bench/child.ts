import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of the bench that answers calls, one at a time. */
export interface Child {
  pid: number
  /** Sends a call and waits for its result. Rejects when the process fails or ends. */
  call<Result>(message: unknown): Promise<Result>
  stop(): Promise<void>
}

export function startChild(file: URL, args: readonly string[], execArgv: readonly string[] = []): Child {
  return childOf(fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...execArgv] }))
}

/** A process with an IPC channel; it ends when the channel is closed. */
export function childOf(child: ChildProcess): Child {
  const ended = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    call: async <Result>(message: unknown) => {
      const answer = once(child, 'message') as Promise<[{ result?: Result; error?: string }]>
      child.send(message as object)
      const outcome = await Promise.race([answer, ended.then(() => null)])
      if (outcome === null)
        throw new Error(`The bench's process ${child.spawnargs.join(' ')} ended with ${child.exitCode}.`)
      const [{ result, error }] = outcome
      if (error !== undefined) throw new Error(error)
      return result as Result
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The other end of a Child: answers each message; ends when the bench lets go of it. */
export function answerCalls<Message, Result>(
  answer: (message: Message) => Promise<Result>,
  stop: () => Promise<void> = async () => undefined,
): void {
  process.on('message', (message: Message) => {
    answer(message).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.once('disconnect', () => {
    void stop().finally(() => process.exit())
  })
  // The bench stops us; an interrupt from the keyboard reaches the whole group.
  process.on('SIGINT', () => undefined)
}
