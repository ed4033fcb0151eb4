/**
 * npm run bench:find: how long a page or a script waits for an answer of the API with many deliveries stored, when nothing
 * else happens and while deliveries arrive; how long `serve` takes to start on them; and what it costs to compare a delivery with
 * the shape of its type. Needs `npm run build` before.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAnswers } from './find/measureAnswers.ts'
import { answersTable } from './find/answersTable.ts'
import { makeFindFolder } from './find/makeFindFolder.ts'
import { measureDrift } from './find/measureDrift.ts'

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000000' },
    /** A folder of an earlier run, or where to make one; it is copied and not changed. */
    folder: { type: 'string' },
    /** Number of times that each question is asked, in turns. */
    rounds: { type: 'string', default: '60' },
    /** Deliveries a second that arrive in the second half, which lasts `seconds`. */
    rate: { type: 'string', default: '500' },
    /** Only questions with this in their names. */
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '20' },
    starts: { type: 'string', default: '5' },
    profile: { type: 'boolean', default: false },
    out: { type: 'string', default: '.scratch/find.json' },
  },
})

const stored = Number(values.stored)
mkdirSync('.scratch', { recursive: true })
const original = values.folder ?? join('.scratch', `find-${stored}`)
await makeFindFolder(original, stored)
const folder = mkdtempSync(join('.scratch', 'find-run-'))
try {
  cpSync(original, folder, { recursive: true })
  const figures = await measureAnswers({
    folder,
    rounds: Number(values.rounds),
    rate: Number(values.rate),
    seconds: Number(values.seconds),
    starts: Number(values.starts),
    only: values.only,
    execArgv: values.profile ? ['--cpu-prof', '--cpu-prof-dir=.scratch/profiles'] : [],
  })
  console.log(answersTable(figures))
  const drift = measureDrift(folder)
  const { compared, eachUs, longestStepMs } = drift
  console.log(
    `compared with shapes: ${compared}, ${eachUs.toFixed(0)} us of CPU each, longest step ${longestStepMs.toFixed(0)} ms`,
  )
  writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), ...figures, drift }, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
