import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { menuStateSchema, shellChoicesSchema, shellRequestSchema, shellSchema } from '../schemas/shellSchemas.ts'
import { base } from './base.ts'

/** The shell that shows the page: its abilities, and what only it can do. None of it is part of the HTTP API. */
export const shell = {
  get: base.output(shellSchema),
  /** The user's decision; what is left out stays. */
  choose: base.input(shellChoicesSchema.partial()).output(shellSchema),
  /** Shows the log file or the data folder in the system's file manager. CONFLICT where that is not possible. */
  show: base.input(z.object({ what: z.enum(['log', 'data-folder']) })).output(z.object({ shown: z.string() })),
  /** Commands that native menus enable and mark. */
  menuState: base.input(menuStateSchema).output(z.object({})),
  /** Requests of native menus, links and notifications to the page, from now on. */
  requests: base.output(eventIterator(shellRequestSchema)),
}
