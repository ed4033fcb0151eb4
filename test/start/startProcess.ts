/** `npm start` as a process of its own, on a machine that the test describes; the rest is as in tools/start.ts. */
import { start, type StartOptions } from '../../tools/start.ts'

const given = JSON.parse(process.argv[2] ?? '') as Omit<StartOptions, 'variables'>
process.exitCode = await start({ ...given, variables: process.env })
