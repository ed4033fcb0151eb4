import { dataFolder } from '../../../host/files/dataFolder.ts'
import type { SessionAddress, SessionLaunch } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { CannotDo } from '../../basics/failures.ts'
import { findInstance, type HttpApi, type RunningInstance } from '../../connect/joinInstance.ts'
import { openBrowser } from './openBrowser.ts'
import { programName } from '../../basics/places.ts'
import { importFile } from '../caseFiles/importCommand.ts'
import { answer, answerJson, remark } from '../../output/terminal.ts'

export interface OpenOptions extends JoinOptions {
  open: boolean
}

/**
 * Prints an address of the page of the instance that runs on a data folder, and opens it. A file is opened first, through
 * that instance, alone otherwise; a missing page is then no failure, because the file is open.
 */
export async function openCommand(file: string | undefined, options: OpenOptions): Promise<void> {
  const folder = dataFolder(options.data, process.env)
  const running = await findInstance(folder)
  const { caseId } = file === undefined ? {} : await importFile(file, options)
  if (running?.facts.shell !== 'browser') {
    if (caseId === undefined) throw new CannotDo(noPage(folder, running))
    remark(whereToSee[running?.facts.shell ?? 'none'])
    if (options.json === true) answerJson({ caseId })
    return
  }
  const { ui, expiresAt } = await post<SessionAddress>(running.http, '/session/address')
  if (options.json === true) answerJson({ ...(caseId === undefined ? {} : { caseId }), ui, expiresAt })
  else answer(`${ui}\nThis address works once, within an hour.`)
  if (!options.open || options.json === true) return
  await openBrowser(async () => (await post<SessionLaunch>(running.http, '/session/launch')).file)
}

/** Where an opened file can be seen when no page in a browser shows it. */
const whereToSee = {
  none: `Start \`${programName()} serve\` to see it.`,
  desktop: 'It is in the window of the desktop app.',
  command: `What runs there has no page: when it has ended, start \`${programName()} serve\` to see it.`,
}

function noPage(folder: string, running: RunningInstance | null): string {
  if (running === null) {
    return `No page of Hookscope runs on ${folder}. Start it with \`${programName()} serve\`, or name its folder with --data.`
  }
  const { shell, pid } = running.facts
  const where = shell === 'desktop' ? 'the desktop app: open its window' : 'a command that has no page'
  return `What runs on ${folder} (process ${pid}) is ${where}.`
}

async function post<T>({ url, token }: HttpApi, path: string): Promise<T> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    })
    const answered = (await response.json()) as T & { detail?: string }
    if (!response.ok) throw new Error(answered.detail ?? `status ${response.status}`)
    return answered
  } catch (error) {
    throw new CannotDo(`Hookscope did not answer: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
