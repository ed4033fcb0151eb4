import { z } from 'zod'
import { caseFileSchema, caseOpenedSchema, exportInputSchema, exportPreviewSchema } from '../schemas/caseSchemas.ts'
import { base, id } from './base.ts'

const run = z.object({ run: z.string() })

/**
 * Export of deliveries, and opening of files from others. Over HTTP a file is one stream each way
 * (`POST /case-files`, `POST /case-files/open`). The page and the commands transfer it in pieces and request each after the
 * one before, so that both sides hold only a few.
 */
export const caseFiles = {
  /** The newest first. */
  list: base.route({ method: 'GET', path: '/case-files' }).output(z.array(caseFileSchema)),
  /** Closes an opened file; the file itself stays. */
  remove: base
    .route({ method: 'DELETE', path: '/case-files/{id}' })
    .input(id)
    .output(z.object({ removed: z.string() })),
  /** The values that a redaction would replace. Reads every delivery, so it takes as long as the export. */
  preview: base
    .route({ method: 'POST', path: '/case-files/preview' })
    .input(exportInputSchema)
    .output(exportPreviewSchema),

  /** The same in steps: each piece is the preview of the newest deliveries read, the last covers all. */
  startPreview: base.input(exportInputSchema).output(run.extend({ total: z.number().int() })),
  previewPiece: base.input(run).output(z.object({ preview: exportPreviewSchema, ended: z.boolean() })),

  startExport: base.input(exportInputSchema).output(run.extend({ total: z.number().int(), fileName: z.string() })),
  /** The next piece of the file; the last one is empty. `unexplained`: number of failed signatures whose cause was not searched for. */
  exportPiece: base.input(run).output(
    z.object({
      piece: z.instanceof(Blob),
      done: z.number().int(),
      total: z.number().int(),
      unexplained: z.number().int(),
    }),
  ),
  startOpen: base.input(z.object({ name: z.string().max(1000) })).output(run),
  /** Sends the next piece, as text, because only answers can be binary. Answers when it was read. */
  openPiece: base
    .input(run.extend({ base64: z.base64().max(4 * 1024 * 1024) }))
    .output(z.object({ taken: z.number().int() })),
  finishOpen: base.input(run).output(caseOpenedSchema),
  /** Ends a preview, an export or an import early: nothing of it is kept here. */
  cancel: base.input(run).output(z.object({ cancelled: z.boolean() })),
}
