import { join } from 'node:path'

/** The command line that tests start as a process of its own, from its source. */
export const commandLine = join(import.meta.dirname, '../../src/cli/hookscope.ts')
