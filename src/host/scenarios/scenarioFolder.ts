import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { makeFolders } from '../../engine/store/folder/makeFolders.ts'
import { planScenario } from '../../shared/scenarios/planScenario.ts'
import { scalarText } from '../../shared/json/jsonPointer.ts'
import { fixtureNameSchema } from '../../shared/schemas/fixtureSchemas.ts'
import { scenarioLimits } from '../../shared/scenarios/scenarioFormat.ts'
import type { ScenarioItem, ScenarioList, ScenarioOutline } from '../../shared/wireTypes.ts'
import { projectFolder } from '../files/projectFolder.ts'

type From = ScenarioItem['from']

/** Bundled scenarios and those of one folder. Callers can name files of it and nothing else. */
export interface ScenarioFolder {
  list(): ScenarioList
  /** One of the folder, else the bundled one. Throws ExpectedFailure. */
  read(name: string, from?: From): ScenarioItem & { text: string }
  write(name: string, text: string): ScenarioItem
  remove(name: string): void
}

const ending = '.scenario.yaml'
const maxListed = 1000
const bundledFolder = join(projectFolder(import.meta.dirname), 'resources/scenarios')

export function openScenarioFolder(folder: string): ScenarioFolder {
  const folders: Record<From, string> = { folder, bundled: bundledFolder }
  const textOf = (name: string, from: From): string | null => {
    const file = join(folders[from], name + ending)
    const stat = statOf(file)
    return stat === null || stat.size > scenarioLimits.bytes + 1 ? null : readFileSync(file, 'utf8')
  }
  const item = (name: string, from: From, text: string): ScenarioItem => ({ name, from, ...checkText(text) })
  return {
    list: () => ({
      folder,
      items: (['bundled', 'folder'] as const).flatMap((from) =>
        namesIn(folders[from]).flatMap((name) => {
          const text = textOf(name, from)
          return text === null ? [] : [item(name, from, text)]
        }),
      ),
    }),
    read: (name, from) => {
      for (const each of from === undefined ? (['folder', 'bundled'] as const) : [from]) {
        const text = textOf(name, each)
        if (text !== null) return { ...item(name, each, text), text }
      }
      throw new ExpectedFailure({ code: 'no-scenario', fields: { name, folder } })
    },
    write: (name, text) => {
      writeWhole(folder, name + ending, text)
      return item(name, 'folder', text)
    },
    remove: (name) => {
      const file = join(folder, name + ending)
      if (statOf(file) === null) throw new ExpectedFailure({ code: 'no-scenario', fields: { name, folder } })
      rmSync(file)
    },
  }
}

/** Lists the mistakes in a text for an editor, except those that only a run can find. Pure. */
export function checkText(text: string): Pick<ScenarioItem, 'problems' | 'outline'> {
  const planned = planScenario(text, { env: null, allowCommands: true, seed: 0, now: 0 })
  if (!planned.ok) return { problems: planned.problems, outline: null }
  const { name, description, target, vars, steps } = planned.plan
  const outline: ScenarioOutline = {
    name,
    description,
    target,
    vars: Object.entries(vars).map(([each, value]) => ({ name: each, value: scalarText(value) ?? '' })),
    steps: steps.map(({ id, kind, title, line }, place) => ({ place, id, kind, title, line })),
  }
  return { problems: [], outline }
}

function namesIn(folder: string): string[] {
  let entries: string[]
  try {
    entries = readdirSync(folder)
  } catch {
    return []
  }
  return entries
    .flatMap((entry) => (entry.endsWith(ending) ? [entry.slice(0, -ending.length)] : []))
    .filter((name) => fixtureNameSchema.safeParse(name).success)
    .toSorted()
    .slice(0, maxListed)
}

/** Null where there is no file, and for links, which lead elsewhere. */
function statOf(file: string) {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true ? stat : null
}

/** A reader finds the old file or the new one. */
function writeWhole(folder: string, file: string, text: string): void {
  const part = join(folder, `.${file}.${randomUUID()}.tmp`)
  try {
    makeFolders(folder)
    writeFileSync(part, text, { flag: 'wx' })
    renameSync(part, join(folder, file))
  } catch (error) {
    rmSync(part, { force: true })
    const detail = error instanceof Error ? error.message : String(error)
    throw new ExpectedFailure({ code: 'scenario-not-written', fields: { file: join(folder, file), detail } })
  }
}
