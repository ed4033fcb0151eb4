import { programFile } from './programFile.ts'

/** The command line that tests start as a process of its own. */
export const commandLine = programFile('hookscope', 'src/cli/hookscope.ts')
