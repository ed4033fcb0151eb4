#!/usr/bin/env node
import { exitCodes } from '../host/shells/exitCodes.ts'
import { runCommandLine } from './main/runCommandLine.ts'
import { remark } from './output/terminal.ts'

// Other users cannot read the stored files, also in a folder that they may enter.
process.umask(0o077)
// A reader that closes the pipe early (`| head`) does not fail the command; an answer that could not be written does.
let unwritten = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  unwritten = true
  process.exitCode = exitCodes.cannot
  remark(`hookscope: the answer could not be written: ${error.message}`)
})
// Remarks that cannot be written leave the command as it is.
process.stderr.on('error', () => undefined)
const code = await runCommandLine(process.argv.slice(2))
if (!unwritten) process.exitCode = code
// An open wait of an interrupted command, such as for an answer or its input, would keep the process alive.
if (code === exitCodes.interrupted) process.exit()
