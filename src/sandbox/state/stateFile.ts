import { createQueue } from '../../shared/basics/queues.ts'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { areSecrets, isRecord, isState } from './isState.ts'
import type { SandboxState } from './state.ts'

export interface StateFileOptions {
  /** Seals passwords, the shared secret and the signing key inside the state file. Without it they are in clear there. */
  keeper?: { seal(text: string): string; unseal(sealed: string): string | null }
  /** One line for the log; never a secret. */
  log?: (level: 'info' | 'warn', message: string) => void
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function parseState(text: string, { keeper }: StateFileOptions): SandboxState | null {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) {
    return null
  }
  const kept = value['secrets']
  const secrets: unknown =
    typeof kept === 'string' && keeper !== undefined ? JSON.parse(keeper.unseal(kept) ?? 'null') : kept
  return isState(value) && areSecrets(secrets) ? { ...value, secrets } : null
}

/** The saved state, or null when there is none. A file that cannot be understood is renamed to "<file>.broken". */
export async function loadState(file: string, options: StateFileOptions): Promise<SandboxState | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    // Not by `instanceof Error`: in Jest, errors of Node are of a different realm.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  let problem = 'it has not the shape this version writes'
  try {
    const state = parseState(text, options)
    if (state !== null) {
      return state
    }
  } catch (error) {
    problem = sentence(error)
  }
  await rename(file, `${file}.broken`)
  options.log?.(
    'warn',
    `The sandbox's saved state could not be read (${problem}). It was set aside as ${file}.broken; the sandbox starts without it.`,
  )
  return null
}

/** Node's `recursive` does not return where the system refuses a folder although its parent exists, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder)
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.tmp`
  await makeFolder(dirname(file))
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

/** Keeps a state in a file: some time after a change, and when closed. The file is always whole. */
export interface StateKeeping {
  changed(): void
  close(): Promise<void>
}

/** Long enough that a burst of notifications is one write. */
const saveDelay = 300

export function keepState(file: string, state: SandboxState, options: StateFileOptions): StateKeeping {
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const inTurn = createQueue()
  const write = async (): Promise<void> => {
    try {
      const { keeper } = options
      const secrets = keeper === undefined ? state.secrets : keeper.seal(JSON.stringify(state.secrets))
      await writeWhole(file, JSON.stringify({ ...state, secrets }))
    } catch (error) {
      options.log?.('warn', `The sandbox's state could not be saved to ${file}: ${sentence(error)}`)
    }
  }
  const save = (): Promise<void> => {
    timer = null
    return inTurn(write)
  }
  return {
    changed: () => {
      if (!closed) {
        timer ??= setTimeout(() => void save(), saveDelay)
      }
    },
    close: () => {
      closed = true
      if (timer !== null) {
        clearTimeout(timer)
      }
      return save()
    },
  }
}
