import { answerCalls } from '../child.ts'
import type { LoadJob } from '../messages.ts'
import { runLoad } from './runLoad.ts'

/** The process that sends. It is not one that serves, so that neither slows the other's event loop. */
answerCalls(async (job: LoadJob) => runLoad(job))
