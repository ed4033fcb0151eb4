import { notAFolder } from '../../../engine/store/folder/safeFolder.ts'
import { dataFolder, noDataSentence } from '../../../host/files/dataFolder.ts'
import { shellQuote } from '../../../shared/requestText/shellText.ts'
import type { Api, JoinOptions } from '../../connect/api.ts'
import { FolderTaken } from '../../basics/failures.ts'
import { deliveryCount } from '../../../shared/words/counts.ts'
import { deliveryLine } from '../../output/listenLines.ts'
import { programName, version } from '../../basics/places.ts'
import { answer, answerJson, answerLine } from '../../output/terminal.ts'
import { withApi } from '../../connect/withApi.ts'

/** A command that makes sense now. */
interface NextStep {
  command: string
  does: string
}

/** Prints what runs on the data folder, the last delivery, and what can be done next. */
export async function statusCommand(options: JoinOptions): Promise<void> {
  const folder = dataFolder(options.data, process.env)
  const facts = await look(folder, options)
  const { running, problem, receiver, deliveries, last } = facts
  const next = nextSteps(facts, options)
  if (options.json === true) {
    return answerJson({ version: version(), dataFolder: folder, running, problem, receiver, deliveries, last, next })
  }
  answer(
    [
      `Hookscope ${version()}, data in ${folder}`,
      running === null
        ? (problem ?? 'Nothing runs on this folder.')
        : `Running: ${running.shell}, process ${running.pid}`,
      ...(receiver === null ? [] : [`Receiver: ${receiver}`]),
      deliveries === 0 ? 'No delivery yet.' : `${deliveryCount(deliveries)}. The last one:`,
    ].join('\n'),
  )
  if (last !== null) answerLine(deliveryLine(last, options))
  const width = Math.max(...next.map(({ command }) => command.length))
  answer(['', 'Next:', ...next.map(({ command, does }) => `  ${command.padEnd(width)}  ${does}`)].join('\n'))
}

type Facts = Awaited<ReturnType<typeof factsOf>> & { problem: string | null }

const nothing = { running: null, receiver: null, deliveries: 0, last: null } as const

/** Reads what there is, and makes no folder. Throws CannotDo where the named folder has no data. */
async function look(folder: string, options: JoinOptions): Promise<Facts> {
  const isUsual = options.data === undefined || options.data === ''
  // The first start has yet to make the usual folder; one that was named should be there.
  if (isUsual && notAFolder(folder) === null && noDataSentence(folder) !== null) return { ...nothing, problem: null }
  try {
    return { ...(await withApi(options, 'reading', factsOf)), problem: null }
  } catch (error) {
    if (!(error instanceof FolderTaken)) throw error
    return { ...nothing, problem: error.message }
  }
}

async function factsOf({ client, running }: Api) {
  const [{ receiver, counts }, { items }] = await Promise.all([client.status(), client.deliveries.list({ limit: 1 })])
  return {
    running,
    receiver: running === null ? null : receiver.url,
    deliveries: counts.deliveries,
    last: items[0] ?? null,
  }
}

/** Pure but for the folder that is used without `--data`. */
function nextSteps({ running, last, problem }: Facts, { data }: JoinOptions): NextStep[] {
  const step = (words: string, does: string): NextStep => {
    const place = data === undefined ? '' : ` --data ${shellQuote(data)}`
    return { command: `${programName()} ${words}${place}`, does }
  }
  const help = { command: `${programName()} --help`, does: 'all commands' }
  if (problem !== null) return [help]
  if (running === null) {
    return [
      step('serve', 'receive deliveries and show them in a browser'),
      ...(last === null
        ? []
        : [step(`show ${last.id}`, 'the last delivery in full'), step('search verdict:invalid', 'what failed')]),
      help,
    ]
  }
  const failed = last !== null && (last.verdict === 'invalid' || last.verdict === 'malformed')
  return [
    ...(failed ? [step(`explain ${last.id}`, 'why its signature fails')] : []),
    ...(last === null ? [step('trigger payment', 'a first delivery, from the built-in sandbox')] : []),
    // Only the browser's shell has a page to open.
    ...(running.shell === 'browser' ? [step('open', 'the page in a browser')] : []),
    step('tail', 'deliveries as they come'),
    help,
  ]
}
