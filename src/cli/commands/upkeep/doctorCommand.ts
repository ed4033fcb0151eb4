import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../../../engine/store/folder/folderLock.ts'
import { messageOf } from '../../../engine/store/schema/sqliteProblem.ts'
import { truthFile } from '../../../engine/store/schema/truthSchema.ts'
import { replacementFile, stampOf } from '../../../engine/upkeep/folderNames.ts'
import { hashFile } from '../../../engine/upkeep/hashFile.ts'
import type { Recovered } from '../../../engine/upkeep/recoverDatabase.ts'
import { dropReplacement, replaceDatabase, writeNote } from '../../../engine/upkeep/replaceDatabase.ts'
import { runUpkeep } from '../../../engine/upkeep/upkeep.ts'
import { runDoctor } from '../../../host/doctor/runDoctor.ts'
import { replaceLostKey } from '../../../host/keys/openKeeper.ts'
import { wantedKeyring } from '../../../host/keys/systemKeyring.ts'
import { exitCodes } from '../../../host/shells/exitCodes.ts'
import { dataFolder } from '../../../host/files/dataFolder.ts'
import type { DoctorReport } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { countOf, deliveryCount } from '../../../shared/words/counts.ts'
import { CannotDo } from '../../basics/failures.ts'
import { findInstance } from '../../connect/joinInstance.ts'
import { answer, answerJson, answerLine, type Colour, remark } from '../../output/terminal.ts'

export interface DoctorOptions extends JoinOptions {
  recover?: boolean
  newKey?: boolean
}

const colours: Readonly<Record<DoctorReport['checks'][number]['state'], Colour>> = {
  ok: 'green',
  warn: 'yellow',
  fail: 'red',
  skipped: 'grey',
}

/** Checks the installation, even when nothing can start. Returns exit code 1 when a check fails. */
export async function doctorCommand(options: DoctorOptions): Promise<number> {
  const folder = dataFolder(options.data, process.env)
  if (options.recover === true) return recover(folder, options.json === true)
  if (options.newKey === true) return newKey(folder, options.json === true)
  const instance = await findInstance(folder).catch(() => null)
  const running = instance === null ? null : { pid: instance.facts.pid, shell: instance.facts.shell }
  const report = await runDoctor({ folder, variables: process.env, now: Date.now, running })
  if (options.json === true) answerJson(report)
  else {
    for (const { state, area, sentence } of report.checks) {
      answerLine([
        { text: state.padEnd(8), colour: colours[state] },
        { text: `${area.padEnd(12)} ` },
        { text: sentence },
      ])
    }
  }
  return report.ok ? exitCodes.done : exitCodes.no
}

/** Copies the readable part of a damaged database into a new one. Keeps the damaged files in a folder of their own. */
async function recover(folder: string, isJson: boolean): Promise<number> {
  const file = join(folder, truthFile)
  if (!existsSync(file)) throw new CannotDo(`There is no ${truthFile} in ${folder}, so there is nothing to recover.`)
  const release = lockFolder(folder, Date.now())
  try {
    if ((await runUpkeep('integrity', file).catch(() => 'unreadable')) === null) {
      remark(`${file} is sound, so nothing was changed.`)
      return exitCodes.no
    }
    const ready = join(folder, replacementFile)
    const found = await readDamaged(folder, file, ready)
    const aside = `damaged-${stampOf(Date.now())}`
    writeNote(folder, {
      from: 'recovery',
      aside,
      sha256: await hashFile(ready),
      createdAt: new Date().toISOString(),
      files: [],
    })
    replaceDatabase(folder)
    if (isJson) answerJson({ ...found, aside: join(folder, aside) })
    else answer(describeRecovery(found, join(folder, aside)))
    return exitCodes.done
  } finally {
    release()
  }
}

/** Copies what can be read. Leaves the folder as it is where that fails, or where there is nothing to copy. */
async function readDamaged(folder: string, file: string, ready: string): Promise<Recovered> {
  // A restore that waits for the next start must not take what is written here.
  dropReplacement(folder)
  try {
    const found = await runUpkeep('recover', file, ready)
    if (found.rows['deliveries'] !== 0 || found.rows['documents'] !== 0) return found
  } catch (error) {
    dropReplacement(folder)
    throw new CannotDo(
      `${file} could not be copied to ${ready} (${messageOf(error)}), so nothing was changed. Check that the disk has free space and that the damaged file can be opened, and try again.`,
    )
  }
  dropReplacement(folder)
  throw new CannotDo(
    `Nothing of ${file} can be read, so nothing was changed. \`hookscope restore NAME\` puts a backup in its place. ${otherTool(file)} To begin with an empty inbox, move ${truthFile} out of the folder and start again.`,
  )
}

function describeRecovery({ rows, unreadable, cutOff }: Recovered, aside: string): string {
  const lost = [
    ...Object.entries(unreadable).map(([table, ids]) => `up to ${countOf(ids, 'row')} of ${table}`),
    ...cutOff.map((table) => `an unknown number of rows at the end of ${table}`),
  ]
  return [
    `Recovered ${deliveryCount(rows['deliveries'] ?? 0)}.`,
    lost.length === 0 ? 'All tables could be read to their end.' : `Could not be read: ${lost.join('; ')}.`,
    `The damaged files are in ${aside}.`,
    ...(lost.length === 0 ? [] : [otherTool(join(aside, truthFile))]),
    'A body of several pages can have a damaged part: check the signatures again.',
  ].join(' ')
}

/** Reads page by page, which SQLite in this process cannot. */
const otherTool = (file: string) =>
  `\`sqlite3 "${file}" .recover\` may find more; it needs the sqlite3 program of sqlite.org.`

/** Replaces a lost key with a new one. Keeps the old key files under a new name. */
async function newKey(folder: string, isJson: boolean): Promise<number> {
  if (!existsSync(join(folder, truthFile))) {
    throw new CannotDo(`There is no ${truthFile} in ${folder}, so no key is missing.`)
  }
  const release = lockFolder(folder, Date.now())
  try {
    const made = await replaceLostKey(folder, await wantedKeyring(process.env), `.replaced-${stampOf(Date.now())}`)
    if (made === null) {
      remark(`The key of the stored secrets in ${folder} is there, so nothing was changed.`)
      return exitCodes.no
    }
    const { description, aside } = made
    if (isJson) answerJson({ description, aside })
    else {
      const kept = aside.length === 0 ? '' : ` The old files are kept as ${aside.join(' and ')}.`
      answer(`Made a new key. ${description}.${kept} Enter passwords and shared secrets again.`)
    }
    return exitCodes.done
  } finally {
    release()
  }
}
