import { existsSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaseFile, CaseOpened } from '../../shared/wireTypes.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { makeSafeFolder } from '../store/folder/safeFolder.ts'
import { openStore } from '../store/openStore.ts'
import { peekDocument } from '../store/read/peekDocument.ts'
import type { Store } from '../store/store.ts'
import type { CaseDocument } from './createImporter.ts'
import { caseDocuments, importFile, type ImportOptions } from './importFile.ts'

/** The files that were opened next to the user's own data. Nothing of them ever counts as received here. */
export interface CaseShelf {
  list(): CaseFile[]
  document(id: string): CaseDocument
  /** Takes a file. Throws ExpectedFailure where nothing of it can be taken. */
  open(file: Pick<ImportOptions, 'name' | 'chunks' | 'signal'>): Promise<CaseOpened>
  /** Removes its folder; the file that it came from stays. */
  remove(id: string): Promise<void>
  /** Reads in the store of a case, which stays open for a while. */
  use<T>(id: string, read: (store: Store) => Promise<T>): Promise<T>
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

/** Opens the folder of all cases. Removes imports that an earlier process did not finish. */
export async function openCaseShelf({
  dataFolder,
  environments,
  now,
  log,
}: {
  dataFolder: string
  environments: Pick<Environments, 'knownSecrets'>
  now: () => number
  log: (level: 'warn', message: string) => void
}): Promise<CaseShelf> {
  const folder = join(dataFolder, 'cases')
  const documents = new Map(readDocuments(folder, log).map((document) => [document.id, document]))
  const listeners = new Set<() => void>()
  const held = holdCases((id) => openStore({ folder: join(folder, id) }), now)

  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  function documentOf(id: string): CaseDocument {
    const document = documents.get(id)
    if (document === undefined) throw new ExpectedFailure({ code: 'no-case', fields: { id: id.slice(0, 40) } })
    return document
  }

  return {
    list: () => [...documents.values()].map(viewOf).toReversed(),
    document: documentOf,
    async open(file) {
      makeSafeFolder(folder)
      const document = await importFile({ ...file, folder, known: environments.knownSecrets(''), now: now() })
      documents.set(document.id, document)
      changed()
      const { deliveries, refused, refusedCount, rechecked, cutOff } = document
      return { caseId: document.id, deliveries, refused, refusedCount, rechecked, cutOff }
    },
    async remove(id) {
      documentOf(id)
      documents.delete(id)
      await held.close(id)
      await rm(join(folder, id), { recursive: true, force: true })
      changed()
    },
    async use(id, read) {
      documentOf(id)
      return held.use(id, read)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: held.stop,
  }
}

function readDocuments(folder: string, log: (level: 'warn', message: string) => void): CaseDocument[] {
  if (!existsSync(folder)) return []
  makeSafeFolder(folder)
  const found: CaseDocument[] = []
  for (const id of readdirSync(folder).filter((one) => /^c[0-9a-f]{12}$/.test(one))) {
    const place = join(folder, id)
    try {
      const document = peekDocument<CaseDocument>(place, caseDocuments, id)
      if (document === null) rmSync(place, { recursive: true, force: true })
      else found.push(document)
    } catch (error) {
      log('warn', `An opened case file cannot be read and is left as it is: ${String(error)}`)
    }
  }
  return found.toSorted((a, b) => a.openedAt.localeCompare(b.openedAt))
}

function viewOf({ environments, ...rest }: CaseDocument): CaseFile {
  return {
    ...rest,
    environments: environments.map(({ id, name, kind, signatureScheme, secrets }) => ({
      id,
      name,
      kind,
      signatureScheme,
      secrets,
    })),
  }
}

/** How long an unused case stays open, ms. Closing it frees its threads and files. */
const idleMs = 60_000
/** Maximum number of open cases. */
const maxOpen = 3

interface Held {
  open: Promise<Store>
  users: number
  usedAt: number
}

/** Opens cases when they are read, and closes them when they are no longer in use. */
function holdCases(open: (id: string) => Promise<Store>, now: () => number) {
  const held = new Map<string, Held>()
  const sweep = setInterval(() => void closeIdle().catch(() => undefined), idleMs / 4).unref()

  async function close(id: string): Promise<void> {
    const entry = held.get(id)
    held.delete(id)
    const store = await entry?.open.catch(() => undefined)
    await store?.close()
  }
  async function closeIdle(): Promise<void> {
    const idle = [...held].filter(([, { users, usedAt }]) => users === 0 && now() - usedAt >= idleMs)
    await Promise.all(idle.map(async ([id]) => close(id)))
  }
  async function makeRoom(): Promise<void> {
    const [oldest] = [...held].filter(([, { users }]) => users === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    if (held.size >= maxOpen && oldest !== undefined) await close(oldest[0])
  }
  function hold(id: string): Held {
    const before = held.get(id)
    if (before !== undefined) return before
    const entry: Held = { open: open(id), users: 0, usedAt: now() }
    entry.open.catch(() => held.delete(id))
    held.set(id, entry)
    return entry
  }
  return {
    close,
    async use<T>(id: string, read: (store: Store) => Promise<T>): Promise<T> {
      if (!held.has(id)) await makeRoom()
      const entry = hold(id)
      entry.users += 1
      try {
        return await read(await entry.open)
      } finally {
        entry.users -= 1
        entry.usedAt = now()
      }
    },
    async stop(): Promise<void> {
      clearInterval(sweep)
      await Promise.all([...held.keys()].map(close))
    },
  }
}
