import { randomUUID } from 'node:crypto'
import { previewExport, type PreviewSoFar } from '../../engine/cases/previewExport.ts'
import { type ExportTools, openExportSource, type ReadSelection } from '../../engine/cases/exportSource.ts'
import type { Redactor } from '../../engine/cases/startRedactor.ts'
import { writeExport } from '../../engine/cases/writeExport.ts'
import type { CaseShelf } from '../../engine/cases/caseShelf.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { RedactionRules } from '../../shared/redaction/rules.ts'
import type { CaseOpened, CaseSelection, ExportInput, ExportPreview } from '../../shared/wireTypes.ts'
import { readExactFilter } from '../reading/readFilter.ts'

/** An export as it is asked for, with what is by default. */
export interface WantedExport {
  selection: CaseSelection
  redaction: RedactionRules
  as: NonNullable<ExportInput['as']>
}

/** A piece of a file that is written, and how far it is. */
export interface ExportPiece {
  piece: Uint8Array
  /** Deliveries, and failed signatures whose cause was not searched for. */
  progress: { done: number; total: number; unexplained: number }
}

/** Exports and imports that are under way, each taken or given piece by piece. */
export interface CaseRuns {
  /** Previews everything that the file would contain. */
  preview(wanted: WantedExport, signal?: AbortSignal): Promise<ExportPreview>
  /** The same, reported piece by piece. */
  startPreview(wanted: WantedExport): Promise<{ run: string; total: number }>
  previewPiece(run: string): Promise<PreviewSoFar>
  startExport(wanted: WantedExport): Promise<{ run: string; total: number; fileName: string }>
  /** Empty at the end. */
  exportPiece(run: string): Promise<ExportPiece>
  startOpen(name: string): { run: string }
  openPiece(run: string, piece: Uint8Array): Promise<{ taken: number }>
  finishOpen(run: string): Promise<CaseOpened>
  cancel(run: string): Promise<{ cancelled: boolean }>
  stop(): Promise<void>
}

/** Maximum number of concurrent runs, and how long one stays without a request, ms. */
const maxRuns = 8
const restMs = 5 * 60_000

interface Run {
  usedAt: number
  /** @param id what the run is called where its failure is said */
  end(id: string): Promise<void>
}

interface ExportRun extends Run {
  kind: 'export'
  next(): Promise<ExportPiece>
}

interface PreviewRun extends Run {
  kind: 'preview'
  /** Null once it has ended. */
  next(): Promise<PreviewSoFar | null>
}

interface OpenRun extends Run {
  kind: 'open'
  give(piece: Uint8Array): Promise<void>
  finish(): Promise<CaseOpened>
}

type AnyRun = ExportRun | PreviewRun | OpenRun

export interface RunTools extends ExportTools {
  redactor: Redactor
  version: string
  /** How often a preview reports progress, ms. Default: see `previewExport`. */
  previewEveryMs?: number | undefined
  origin(): string
}

export function openCaseRuns(tools: RunTools, now: () => number): CaseRuns {
  const table = runTable(now)
  const { add, refuseMore, find, end } = table
  const orEnd = async <T>(id: string, work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      await end(id)
      throw error
    })

  return {
    async preview({ selection, redaction }, signal) {
      let whole: ExportPreview | undefined
      const source = await openExportSource(tools, read(selection))
      for await (const soFar of previewExport(source, tools.redactor, redaction)) {
        signal?.throwIfAborted()
        whole = soFar.preview
      }
      return whole as ExportPreview
    },
    async startPreview(wanted) {
      refuseMore()
      const { run, total } = await previewRun(tools, wanted, now())
      return { run: add(run), total }
    },
    async previewPiece(id) {
      const answer = await orEnd(id, find(id, 'preview').next())
      if (answer?.ended !== false) await end(id)
      return answer ?? noRun(id)
    },
    async startExport(wanted) {
      refuseMore()
      const { run, total } = await exportRun(tools, wanted, now())
      return { run: add(run), total, fileName: `${nameOf(total, now())}.${extensions[wanted.as]}` }
    },
    async exportPiece(id) {
      const answer = await orEnd(id, find(id, 'export').next())
      if (answer.piece.length === 0) await end(id)
      return answer
    },
    startOpen(name) {
      refuseMore()
      return { run: add(openRun(tools.shelf, name, now())) }
    },
    async openPiece(id, piece) {
      await find(id, 'open').give(piece)
      return { taken: piece.length }
    },
    async finishOpen(id) {
      const run = find(id, 'open')
      try {
        return await run.finish()
      } finally {
        table.forget(id)
      }
    },
    cancel: async (id) => ({ cancelled: await end(id) }),
    stop: table.stop,
  }
}

/** The active runs by id. An unused one is ended. */
function runTable(now: () => number) {
  const runs = new Map<string, AnyRun>()
  const sweep = setInterval(() => {
    for (const [id, run] of runs) if (now() - run.usedAt > restMs) void end(id).catch(() => undefined)
  }, restMs / 5).unref()

  async function end(id: string): Promise<boolean> {
    const run = runs.get(id)
    runs.delete(id)
    await run?.end(id)
    return run !== undefined
  }
  return {
    end,
    forget: (id: string) => void runs.delete(id),
    add(run: AnyRun): string {
      const id = randomUUID()
      runs.set(id, run)
      return id
    },
    refuseMore() {
      if (runs.size >= maxRuns) throw new ExpectedFailure({ code: 'too-many-runs', fields: { max: maxRuns } })
    },
    find<Kind extends AnyRun['kind']>(id: string, kind: Kind): Extract<AnyRun, { kind: Kind }> {
      const run = runs.get(id)
      if (run?.kind !== kind) return noRun(id)
      run.usedAt = now()
      return run as Extract<AnyRun, { kind: Kind }>
    },
    async stop() {
      clearInterval(sweep)
      await Promise.all([...runs.keys()].map(end))
    },
  }
}

function noRun(id: string): never {
  throw runIsGone(id)
}

function runIsGone(id: string): ExpectedFailure {
  return new ExpectedFailure({ code: 'no-run', fields: { id: id.slice(0, 40) } })
}

const extensions = {
  case: 'hookscope',
  json: 'json',
  ndjson: 'ndjson',
  har: 'har',
  curl: 'sh',
  http: 'http',
} as const satisfies Record<WantedExport['as'], string>

function nameOf(total: number, now: number): string {
  return `deliveries-${new Date(now).toISOString().slice(0, 10)}-${total}`
}

function read({ filter, ...selection }: CaseSelection): ReadSelection {
  return { ...selection, filter: readExactFilter(filter) }
}

/** A preview that is asked for piece by piece. */
async function previewRun(tools: RunTools, { selection, redaction }: WantedExport, usedAt: number) {
  const source = await openExportSource(tools, read(selection))
  const previews = previewExport(source, tools.redactor, redaction, tools.previewEveryMs)
  const run: PreviewRun = {
    kind: 'preview',
    usedAt,
    next: async () => (await previews.next()).value ?? null,
    end: async () => void (await previews.return()),
  }
  return { run, total: source.total }
}

/** A file that is written as fast as its pieces are asked for. */
async function exportRun(tools: RunTools, { selection, redaction, as }: WantedExport, now: number) {
  const source = await openExportSource(tools, read(selection))
  const { total } = source
  let done = 0
  let unexplained = 0
  const pieces = writeExport(source, tools.redactor, {
    as,
    rules: redaction,
    origin: tools.origin(),
    version: tools.version,
    now,
    onProgress: (count) => {
      done = count
    },
    onUnexplained: () => {
      unexplained += 1
    },
  })
  const run: ExportRun = {
    kind: 'export',
    usedAt: now,
    next: async () => {
      const piece = await pieces.next()
      return { piece: piece.done === true ? new Uint8Array() : piece.value, progress: { done, total, unexplained } }
    },
    end: async () => void (await pieces.return()),
  }
  return { run, total }
}

/** A file that is handed over in pieces: each is waited for until it was taken. */
function openRun(shelf: CaseShelf, name: string, usedAt: number): OpenRun {
  const abort = new AbortController()
  const pipe = new TransformStream<Uint8Array, Uint8Array>()
  const writer = pipe.writable.getWriter()
  const opened = shelf.open({ name, chunks: pipe.readable, signal: abort.signal })
  // A failure is the answer to the next piece, or to the end.
  opened.catch(() => writer.abort().catch(() => undefined))
  const orFailure = async (work: Promise<unknown>): Promise<void> => {
    await Promise.race([work.catch(async () => opened), opened])
  }
  return {
    kind: 'open',
    usedAt,
    give: async (piece) => {
      if (piece.length > 0) await orFailure(writer.write(piece))
    },
    finish: async () => {
      await writer.close().catch(() => undefined)
      return opened
    },
    end: async (id) => {
      abort.abort(runIsGone(id))
      await writer.abort().catch(() => undefined)
      await opened.catch(() => undefined)
    },
  }
}
