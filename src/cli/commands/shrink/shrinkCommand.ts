import { writeFileSync } from 'node:fs'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import type { Shrink } from '../../../shared/wireTypes.ts'
import { countOf, groupDigits } from '../../../shared/words/counts.ts'
import { durationWords } from '../../../shared/words/durations.ts'
import { clauseUndone, clauseWords } from '../../../shared/words/sending/shrinking.ts'
import { CannotDo } from '../../basics/failures.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import type { Api, JoinOptions } from '../../connect/api.ts'
import { deliveryAt } from '../../connect/deliveryAt.ts'
import { withApi } from '../../connect/withApi.ts'
import { answer, answerJson, answerLine, remark } from '../../output/terminal.ts'
import { variable } from '../verify/verifyInput.ts'

export interface ShrinkOptions extends JoinOptions {
  to: string
  status?: string
  answer?: string
  timeout?: number
  maxRequests?: number
  secretEnv?: string
  allowHost?: string
  out?: string
}

/**
 * Finds the smallest delivery that still fails. Answers 0 where it was found, 1 where no part could be blamed, and 3 where
 * nothing listens at the handler.
 */
export async function shrinkCommand(named: string, options: ShrinkOptions): Promise<number> {
  const { to, status, answer: text, timeout, maxRequests, allowHost, out } = options
  if (timeout !== undefined && (timeout < 50 || timeout > 60_000))
    throw new UsageProblem('--timeout takes 50ms to 60s.')
  const secret = options.secretEnv === undefined ? undefined : variable(options.secretEnv)
  return withApi(options, 'reading', async ({ client }) => {
    const id = await deliveryAt(client, named)
    const { run } = await client.shrinks.start({
      id,
      to,
      ...(status === undefined ? {} : { status }),
      ...(text === undefined ? {} : { answer: text }),
      ...(timeout === undefined ? {} : { timeoutMs: timeout }),
      ...(maxRequests === undefined ? {} : { maxRequests }),
      ...(allowHost === undefined ? {} : { allowHost }),
      ...(secret === undefined ? {} : { secret }),
    })
    if (options.json !== true)
      remark(`Sends delivery #${id}, and smaller and smaller ones, to ${to}. Use a test database.`)
    let isInterrupted = false
    void untilSignal().then(async () => {
      isInterrupted = true
      await client.shrinks.cancel({ run }).catch(() => undefined)
    })
    const shrink = await watched(client, run)
    if (options.json === true) answerJson(shrink)
    else printShrink(shrink)
    if (out !== undefined) await writeFixture(client, shrink, out)
    return isInterrupted ? exitCodes.interrupted : codeOf(shrink)
  })
}

async function watched(client: Api['client'], run: string): Promise<Shrink> {
  const show = (text: string) => void (process.stderr.isTTY && process.stderr.write(`\r\u001B[K${text}`))
  let view = await client.shrinks.get({ run })
  while (view.state === 'running') {
    show(`${countOf(view.sent, 'request')}, ${groupDigits(view.size.smallest)} of ${bytes(view.size.original)}`)
    view = await client.shrinks.get({ run, after: view.sent })
  }
  show('')
  return view
}

const bytes = (count: number) => countOf(count, 'byte')

function printShrink({ state, sentence, clauses, smallest, size, sent, took, repeated }: Shrink): void {
  answerLine([{ text: sentence, colour: state === 'found' ? 'green' : 'yellow' }])
  if (clauses.length > 1)
    for (const clause of clauses) answerLine([{ text: `  ${clauseWords(clause)}: ${clauseUndone(clause)}` }])
  if (smallest !== null) {
    answer('')
    answer(`${groupDigits(size.smallest)} of ${bytes(size.original)}:`)
    answer(smallest.body)
    answer('')
  }
  const steady = state === 'found' ? ` It failed ${repeated.fails} of ${repeated.of} times.` : ''
  remark(`${countOf(sent, 'request')} in ${durationWords(took)}.${steady}`)
}

async function writeFixture(client: Api['client'], { run, state, smallest }: Shrink, file: string): Promise<void> {
  // A delivery that does not fail each time is no test.
  if (smallest === null || state === 'flaky' || state === 'stuck') {
    remark(`Nothing was written to ${file}: the search found none that is smaller and fails each time.`)
    return
  }
  const { fixture } = await client.shrinks.fixture({ run, name: 'smallest', save: false })
  try {
    writeFileSync(file, `${JSON.stringify(fixture, null, 2)}\n`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CannotDo(`--out "${file}" cannot be written: ${why}.`)
  }
  remark(`Wrote ${file}. It expects 2xx, so it fails until the handler is fixed: hookscope run ${file} --target URL`)
}

function codeOf({ state }: Shrink): number {
  if (state === 'died') return exitCodes.cannot
  return state === 'found' ? exitCodes.done : exitCodes.no
}
