import type { Plan, Sending, Sent } from './subject/probe.ts'
import { type Answer, exchange, openLine } from './wire/exchange.ts'
import type { Target } from './wire/resolveTarget.ts'

/** Sends requests to one handler. Failures are data. */
export interface Sender {
  /** Stops early when the run is cancelled. */
  send(plan: Plan): Promise<Sent[]>
  one(sending: Sending): Promise<Sent>
}

/** @param timeoutMs for each answer */
export function senderTo(target: Target, signal: AbortSignal, timeoutMs: number): Sender {
  const answerTo = async ({ request, wire }: Sending): Promise<Answer> =>
    exchange(target, request, wire, timeoutMs, signal)

  /** Opens all connections before sending, so that the requests run concurrently in the handler. */
  const atOnce = async (sendings: readonly Sending[]): Promise<Sent[]> => {
    const lines = sendings.map((sending) => ({ sending, line: openLine(target, signal, false) }))
    const limit = new Promise<void>((resolve) => {
      setTimeout(resolve, timeoutMs).unref()
    })
    await Promise.race([Promise.all(lines.map(async ({ line }) => line.opened)), limit])
    return Promise.all(
      lines.map(async ({ sending, line }) => {
        const answer = await line.send(sending.request, sending.wire, timeoutMs)
        line.close()
        return { sending, answer }
      }),
    )
  }

  /** Sends over one connection, and opens a new one if the handler closed it. */
  const onOneLine = async (sendings: readonly Sending[]): Promise<Sent[]> => {
    const sent: Sent[] = []
    let line = openLine(target, signal, true)
    const onNewLine = () => {
      line.close()
      line = openLine(target, signal, true)
    }
    for (const [at, each] of sendings.entries()) {
      if (signal.aborted) break
      if (at > 0 && sent[at - 1]?.answer.closes === true) onNewLine()
      let answer = await line.send(each.request, each.wire, timeoutMs)
      if (answer.status === null && !signal.aborted) {
        onNewLine()
        answer = await line.send(each.request, each.wire, timeoutMs)
      }
      sent.push({ sending: each, answer })
    }
    line.close()
    return sent
  }

  const one = async (sending: Sending): Promise<Sent> => ({ sending, answer: await answerTo(sending) })

  return {
    one,
    send: async ({ sendings, order }) => {
      if (order === 'at-once') return atOnce(sendings)
      if (order === 'one-connection') return onOneLine(sendings)
      const sent: Sent[] = []
      for (const each of sendings) {
        if (signal.aborted) break
        sent.push(await one(each))
      }
      return sent
    },
  }
}
