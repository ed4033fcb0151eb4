/**
 * node test/bench/page.ts: the page in a real Chromium with 100,000 deliveries stored and 500 arriving a second, three of each object, beside a
 * blank page in the same run: on a shared machine only that comparison counts. Needs `npm run build` before.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measurePage } from './page/measurePage.ts'
import { pageTable } from './page/pageTable.ts'

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '12' },
    profile: { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'hookscope-bench-page-'))
const profiles = values.profile ? '.scratch/profiles' : null
if (profiles !== null) mkdirSync(profiles, { recursive: true })
try {
  const job = { stored: Number(values.stored), rate: Number(values.rate), seconds: Number(values.seconds) }
  console.log(pageTable(await measurePage({ folder, ...job, profiles })))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
