import { dataFolder } from '../host/files/dataFolder.ts'
import type { SessionAddress, SessionLaunch } from '../shared/wireTypes.ts'
import type { JoinOptions } from './api.ts'
import { CannotDo } from './failures.ts'
import { findInstance, type HttpApi } from './joinInstance.ts'
import { openBrowser } from './openBrowser.ts'
import { programName } from './places.ts'
import { importFile } from './importCommand.ts'
import { answer, answerJson } from './terminal.ts'

export interface OpenOptions extends JoinOptions {
  open: boolean
}

/** Opens a file where one is named, and the page of the instance that runs on a data folder, and prints an address for another browser. */
export async function openCommand(file: string | undefined, options: OpenOptions): Promise<void> {
  if (file !== undefined) {
    await importFile(file, options.data === undefined ? {} : { data: options.data })
  }
  const folder = dataFolder(options.data, process.env)
  const running = await findInstance(folder)
  if (running === null) {
    throw new CannotDo(
      `No page of Hookscope runs on ${folder}. Start it with \`${programName()} serve\`, or name its folder with --data.`,
    )
  }
  const { shell, pid } = running.facts
  if (shell !== 'browser') {
    const where = shell === 'desktop' ? 'the desktop app: open its window' : 'a command that has no page'
    throw new CannotDo(`What runs on ${folder} (process ${pid}) is ${where}.`)
  }
  const { ui, expiresAt } = await post<SessionAddress>(running.http, '/session/address')
  if (options.json === true) answerJson({ ui, expiresAt })
  else answer(`${ui}\nThis address works once, within an hour.`)
  if (!options.open || options.json === true) return
  await openBrowser(async () => (await post<SessionLaunch>(running.http, '/session/launch')).file)
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
