import { existsSync, readdirSync, rmSync } from 'node:fs'
import { readFile as readWhole, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeliverySummary } from '../../shared/model.ts'
import type { CaseFile, CaseOpened, DeliveryPage } from '../../shared/wireTypes.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { makeSafeFolder } from '../store/folder/safeFolder.ts'
import { openStore } from '../store/openStore.ts'
import type { DeliveryQuery } from '../store/records/deliveries.ts'
import { holdCases, type OpenCase } from './heldCases.ts'
import { openLineReader } from './lineStore.ts'
import type { CaseDocument } from './createTaker.ts'
import { caseFiles, takeFile, type TakeOptions } from './takeFile.ts'

/** The files that were opened beside one's own data. Nothing of them ever counts as received here. */
export interface CaseShelf {
  list(): CaseFile[]
  document(id: string): CaseDocument
  /** Takes a file. Throws ExpectedFailure where nothing of it can be taken. */
  open(file: Pick<TakeOptions, 'name' | 'chunks' | 'signal'>): Promise<CaseOpened>
  /** Removes its folder; the file that it came from stays. */
  remove(id: string): Promise<void>
  /** Reads in a case, which stays open for a while. */
  use<T>(id: string, read: (open: OpenCase) => Promise<T>): Promise<T>
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

/** Opens the folder of all cases. What an earlier process did not finish taking is removed. */
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
  const documents = new Map((await readDocuments(folder, log)).map((document) => [document.id, document]))
  const listeners = new Set<() => void>()
  const held = holdCases((id) => openCase(folder, documentOf(id)), now)

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
      const document = await takeFile({ ...file, folder, known: environments.knownSecrets(''), now: now() })
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

async function openCase(folder: string, document: CaseDocument): Promise<OpenCase> {
  const place = join(folder, document.id)
  const store = await openStore({ folder: place })
  try {
    return { document, store, lines: await openLineReader(join(place, caseFiles.lines), join(place, caseFiles.places)) }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function readDocuments(folder: string, log: (level: 'warn', message: string) => void): Promise<CaseDocument[]> {
  if (!existsSync(folder)) return []
  makeSafeFolder(folder)
  const found: CaseDocument[] = []
  for (const name of readdirSync(folder).filter((one) => /^c[0-9a-f]{12}$/.test(one))) {
    try {
      if (existsSync(join(folder, name, caseFiles.document))) {
        const document = JSON.parse(await readWhole(join(folder, name, caseFiles.document), 'utf8')) as CaseDocument
        found.push({ ...document, id: name })
      } else rmSync(join(folder, name), { recursive: true, force: true })
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

/** The id of a delivery of a case, such as "c0123456789ab.12", in its parts; null where it is one of one's own. */
export function splitForeignId(id: string): { caseId: string; id: string } | null {
  const [, caseId, rest] = /^(c[0-9a-f]{12})\.(\d{1,15})$/.exec(id) ?? []
  return caseId === undefined || rest === undefined ? null : { caseId, id: rest }
}

/** A summary with ids that are no one else's. */
export function foreignSummary(caseId: string, summary: DeliverySummary): DeliverySummary {
  return { ...summary, id: `${caseId}.${summary.id}`, environmentId: `${caseId}.${summary.environmentId}` }
}

/** A page of the deliveries of a case. */
export async function listForeign(
  shelf: CaseShelf,
  caseId: string,
  query: DeliveryQuery,
): Promise<Omit<DeliveryPage, 'remarks'>> {
  const environment = query.environment?.startsWith(`${caseId}.`)
    ? query.environment.slice(caseId.length + 1)
    : query.environment
  return shelf.use(caseId, async ({ store }) => {
    const { items, next } = await store.list({ ...query, environment })
    return { items: items.map((summary) => foreignSummary(caseId, summary)), next }
  })
}
