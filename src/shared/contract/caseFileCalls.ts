import { z } from 'zod'
import { caseFileSchema, caseOpenedSchema, exportInputSchema, exportPreviewSchema } from '../schemas/caseSchemas.ts'
import { base, id } from './base.ts'

const run = z.object({ run: z.string() })

/**
 * Export of deliveries, and opening of files from others. Over HTTP a file is one stream each way
 * (`POST /case-files`, `POST /case-files/open`); the page and the commands take and give it in pieces, each asked for when
 * the one before was taken, so that both sides hold a few pieces only.
 */
export const caseFiles = {
  /** The newest first. */
  list: base.route({ method: 'GET', path: '/case-files' }).output(z.array(caseFileSchema)),
  /** Removes what was opened; the file that it came from stays. */
  remove: base
    .route({ method: 'DELETE', path: '/case-files/{id}' })
    .input(id)
    .output(z.object({ removed: z.string() })),
  /** The values that a redaction would replace, before a file is written. Looks at every delivery, so of many it takes as long as the file. */
  preview: base
    .route({ method: 'POST', path: '/case-files/preview' })
    .input(exportInputSchema)
    .output(exportPreviewSchema),

  /** The same while the user waits: each piece is the preview of the newest so far, the last one of all. */
  startPreview: base.input(exportInputSchema).output(run.extend({ total: z.number().int() })),
  previewPiece: base.input(run).output(z.object({ preview: exportPreviewSchema, ended: z.boolean() })),

  startExport: base.input(exportInputSchema).output(run.extend({ total: z.number().int(), fileName: z.string() })),
  /** The next piece of the file; the last one is empty. `unexplained`: failed signatures so far whose cause was not searched for. */
  exportPiece: base.input(run).output(
    z.object({
      piece: z.instanceof(Blob),
      done: z.number().int(),
      total: z.number().int(),
      unexplained: z.number().int(),
    }),
  ),
  startOpen: base.input(z.object({ name: z.string().max(1000) })).output(run),
  /** Hands over the next piece, as text: of the calls of a page only answers may be binary. Answers when it was taken. */
  openPiece: base
    .input(run.extend({ base64: z.base64().max(4 * 1024 * 1024) }))
    .output(z.object({ taken: z.number().int() })),
  finishOpen: base.input(run).output(caseOpenedSchema),
  /** Ends a preview, an export or an import early: nothing of it is kept here. */
  cancel: base.input(run).output(z.object({ cancelled: z.boolean() })),
}
