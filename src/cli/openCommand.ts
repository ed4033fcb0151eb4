import { createHmac, randomBytes } from 'node:crypto'
import { dataFolder } from '../host/files/dataFolder.ts'
import { keyFileIn, readKeyFile } from '../serve/session/keyFile.ts'
import { sameText } from '../serve/session/sameText.ts'
import { proofText } from '../shared/sessionProof.ts'
import type { SessionAddress, SessionLaunch, SessionProof } from '../shared/wireTypes.ts'
import { CannotDo } from './failures.ts'
import { openBrowser } from './openBrowser.ts'
import { programName } from './places.ts'
import { importFile } from './importCommand.ts'
import { answer, remark } from './terminal.ts'

export interface OpenOptions {
  data?: string
  open: boolean
  json?: boolean
}

/** Opens a file where one is named, and the page of the instance that runs on a data folder, and prints an address for another browser. */
export async function openCommand(file: string | undefined, options: OpenOptions): Promise<void> {
  if (file !== undefined) {
    const { deliveries } = await importFile(file, options.data === undefined ? {} : { data: options.data })
    remark(`${deliveries} deliveries of ${file} are under Case files.`)
  }
  const folder = dataFolder(options.data, process.env)
  const running = await findRunning(folder)
  const { ui, expiresAt } = await running.call<SessionAddress>('/session/address')
  answer(options.json === true ? JSON.stringify({ ui, expiresAt }) : readable(ui))
  if (!options.open || options.json === true) return
  await openBrowser(async () => (await running.call<SessionLaunch>('/session/launch')).file)
}

function readable(ui: string): string {
  return `${ui}\nThis address works once, within an hour.`
}

/** Finds the instance by the folder's key, and lets it prove that it has the same key before that is sent. */
async function findRunning(folder: string): Promise<{ call<T>(path: string): Promise<T> }> {
  const found = readKey(folder)
  if (found === null) throw notRunning(folder)
  const { token, port } = found
  const origin = `http://127.0.0.1:${port}`
  const nonce = randomBytes(32).toString('base64url')
  const answered = await post<Partial<SessionProof>>(`${origin}/session/proof`, { origin }, { nonce }).catch(() => null)
  const proof = createHmac('sha256', token).update(proofText(origin, nonce)).digest('base64url')
  if (answered === null || !sameText(String(answered.proof), proof)) throw notRunning(folder)
  return {
    call: async (path) => {
      try {
        return await post(`${origin}/api/v1${path}`, { authorization: `Bearer ${token}` })
      } catch (error) {
        throw new CannotDo(
          `Hookscope on ${folder} did not answer: ${error instanceof Error ? error.message : String(error)}.`,
        )
      }
    },
  }
}

function readKey(folder: string): { token: string; port: number } | null {
  const file = keyFileIn(folder)
  try {
    const found = readKeyFile(file)
    if (found.kind === 'none') return null
    if (found.kind === 'exposed') throw new Error(`it ${found.reason}. Restart Hookscope, which makes a new key`)
    const { token, port } = found.key
    return port === null ? null : { token, port }
  } catch (error) {
    throw new CannotDo(`${file} cannot be used: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function notRunning(folder: string): CannotDo {
  return new CannotDo(
    `No page of Hookscope runs on ${folder}. Start it with \`${programName()} serve\`, or name its folder with --data.`,
  )
}

async function post<T>(url: string, headers: Record<string, string>, body?: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(5000),
  })
  const answered = (await response.json()) as T & { detail?: string }
  if (!response.ok) throw new Error(answered.detail ?? `status ${response.status}`)
  return answered
}
