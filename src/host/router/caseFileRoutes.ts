import type { CaseShelf } from '../../engine/cases/caseShelf.ts'
import type { CaseRuns } from '../cases/caseRuns.ts'
import type { Implementer } from './routerParts.ts'

/** The calls that hand deliveries over and open what was handed over. */
export function caseFileRoutes({ caseFiles }: Implementer, { shelf, runs }: { shelf: CaseShelf; runs: CaseRuns }) {
  return {
    list: caseFiles.list.handler(() => shelf.list()),
    remove: caseFiles.remove.handler(async ({ input: { id } }) => {
      await shelf.remove(id)
      return { removed: id }
    }),
    preview: caseFiles.preview.handler(async ({ input, signal }) => runs.preview(input, signal)),
    startPreview: caseFiles.startPreview.handler(async ({ input }) => runs.startPreview(input)),
    previewPiece: caseFiles.previewPiece.handler(async ({ input }) => runs.previewPiece(input.run)),
    startExport: caseFiles.startExport.handler(async ({ input }) => runs.startExport(input)),
    exportPiece: caseFiles.exportPiece.handler(async ({ input }) => {
      const { piece, progress } = await runs.exportPiece(input.run)
      return { ...progress, piece: new Blob([new Uint8Array(piece)]) }
    }),
    startOpen: caseFiles.startOpen.handler(({ input }) => runs.startOpen(input.name)),
    openPiece: caseFiles.openPiece.handler(async ({ input: { run, base64 } }) =>
      runs.openPiece(run, Buffer.from(base64, 'base64')),
    ),
    finishOpen: caseFiles.finishOpen.handler(async ({ input }) => runs.finishOpen(input.run)),
    cancel: caseFiles.cancel.handler(async ({ input }) => runs.cancel(input.run)),
  }
}
