import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { planScenario } from '../../shared/scenarios/planScenario.ts'
import { scalarText } from '../../shared/json/jsonPointer.ts'
import { scenarioLimits } from '../../shared/scenarios/scenarioFormat.ts'
import type { ScenarioItem, ScenarioList, ScenarioOutline } from '../../shared/wireTypes.ts'
import { namesIn, statOf, writeWhole } from '../files/namedFiles.ts'
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

/** How the names of scenario files end. */
export const scenarioEnding = '.scenario.yaml'
const bundledFolder = join(projectFolder(import.meta.dirname), 'resources/scenarios')

export function openScenarioFolder(folder: string): ScenarioFolder {
  const folders: Record<From, string> = { folder, bundled: bundledFolder }
  const textOf = (name: string, from: From): string | null => {
    const file = join(folders[from], name + scenarioEnding)
    const stat = statOf(file)
    return stat === null || stat.size > scenarioLimits.bytes + 1 ? null : readFileSync(file, 'utf8')
  }
  const item = (name: string, from: From, text: string): ScenarioItem => ({ name, from, ...checkText(text) })
  return {
    list: () => ({
      folder,
      items: (['bundled', 'folder'] as const).flatMap((from) =>
        namesIn(folders[from], scenarioEnding).flatMap((name) => {
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
      const file = name + scenarioEnding
      const detail = writeWhole(folder, file, text)
      if (detail !== null)
        throw new ExpectedFailure({ code: 'scenario-not-written', fields: { file: join(folder, file), detail } })
      return item(name, 'folder', text)
    },
    remove: (name) => {
      const file = join(folder, name + scenarioEnding)
      if (statOf(file) === null) throw new ExpectedFailure({ code: 'no-scenario', fields: { name, folder } })
      rmSync(file)
    },
  }
}

/** Lists the mistakes in a text for an editor, except those that only a run can find. Pure. */
export function checkText(text: string, allowHost?: string): Pick<ScenarioItem, 'problems' | 'outline'> {
  const planned = planScenario(text, { env: null, allowHost, allowCommands: true, seed: 0, now: 0 })
  if (!planned.ok) return { problems: planned.problems, outline: null }
  const { name, description, target, vars, steps } = planned.plan
  const outline: ScenarioOutline = {
    name,
    description,
    target,
    vars: Object.entries(vars).map(([each, value]) => ({ name: each, value: scalarText(value) ?? '' })),
    steps: steps.map(({ id, kind, title, detail, line }, place) => ({ place, id, kind, title, detail, line })),
  }
  return { problems: [], outline }
}
