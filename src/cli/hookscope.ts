#!/usr/bin/env node
import { exitCodes } from '../host/exitCodes.ts'
import { runCommandLine } from './runCommandLine.ts'
import { remark } from './terminal.ts'

// What is stored is nobody else's business, also in a folder that others may enter.
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
// What an interrupted command waited for, such as an answer or its input, would keep the process.
if (code === exitCodes.interrupted) process.exit()
