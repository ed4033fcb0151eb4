import { answerCalls } from '../child.ts'
import type { LoadJob } from '../messages.ts'
import { runLoad } from './runLoad.ts'

/** The sending process, separate from the server so that neither blocks the other's event loop. */
answerCalls(async (job: LoadJob) => runLoad(job))
