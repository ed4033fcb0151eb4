import { type ComponentProps, type RefObject, useMemo, useState } from 'react'
import type { ScenarioItem, ScenarioOutline } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import type { Client } from '../../../data/wire/wire.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import type { CodeEditor, EditorHandle } from '../../../ui/code/CodeEditor.tsx'
import type { Complete } from '../../../ui/code/CodeEditorYaml.ts'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { completeScenario, type Schema } from './completeScenario.ts'
import { scenarioWords as words } from './words.ts'
import styles from './Scenarios.module.css'

interface YamlEditorProps extends Omit<ComponentProps<typeof CodeEditor>, 'language' | 'extend'> {
  /** Read once. */
  complete: Complete
}

const YamlEditor = lazily(words.theEditor, async () => {
  const [editor, { yamlEditing }] = await Promise.all([
    import('../../../ui/code/CodeEditor.tsx'),
    import('../../../ui/code/CodeEditorYaml.ts'),
  ])
  return function LoadedYamlEditor({ complete, ...rest }: YamlEditorProps) {
    const [extend] = useState(() => yamlEditing(complete))
    return <editor.CodeEditor {...rest} language="text" extend={extend} />
  }
})

export interface Checked {
  problems: ScenarioItem['problems']
  outline: ScenarioOutline | null
  isCurrent: boolean
}

interface ScenarioEditorProps {
  first: string
  /** As it is typed now. */
  text: string
  handle: RefObject<EditorHandle | null>
  checked: Checked
  onText: (text: string) => void
  /** Allows a host beyond this machine as the target. */
  onAllow: (host: string) => void
}

/** The text with its mistakes in place, and once more below it, in words that lead there. */
export function ScenarioEditor({ first, text, handle, checked, onText, onAllow }: ScenarioEditorProps) {
  const { problems, outline, isCurrent } = checked
  const client = useClient()
  const [initial] = useState(first)
  const [complete] = useState(() => completeWith(client))
  const marks = useMemo(
    () =>
      problems.map(({ message, line, column, endLine, endColumn }, at) => ({
        line,
        column: column - 1,
        end: { line: endLine, column: endColumn - 1 },
        // One sentence a line; the others are below the editor.
        ...(problems.findIndex((other) => other.line === line) === at ? { message: visibleText(message) } : {}),
      })),
    [problems],
  )
  const goTo = ({ line, column }: ScenarioProblem) => handle.current?.goTo({ line, column: column - 1 })
  const applyNearest = (problem: ScenarioProblem) => {
    handle.current?.replace(withNearest(text, problem))
    goTo(problem)
  }
  return (
    <div className={styles.editor}>
      <YamlEditor
        label={words.editor}
        initial={initial}
        marks={marks}
        handle={handle}
        complete={complete}
        onChange={(read) => onText(read())}
      />
      <div className={styles.foot} role="status">
        {problems.length === 0 ? (
          <p className="muted">{outline === null || !isCurrent ? words.checking : words.valid(outline.steps.length)}</p>
        ) : (
          <ul className={styles.problems}>
            {problems.slice(0, maxListed).map((problem) => (
              <li key={`${problem.line} ${problem.column} ${problem.message}`}>
                <button type="button" onClick={() => goTo(problem)}>
                  {words.problemAt(problem.line, problem.column)}
                </button>
                <span>{visibleText(problem.message)}</span>
                {problem.nearest !== undefined && isCurrent && (
                  <button type="button" onClick={() => applyNearest(problem)}>
                    {words.use(problem.nearest)}
                  </button>
                )}
                {problem.host !== undefined && (
                  <button type="button" onClick={() => onAllow(problem.host ?? '')}>
                    {words.allowHost(problem.host)}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** The schema is asked for when something is completed first. Without it there is nothing to offer. */
function completeWith(client: Client): Complete {
  let schema: Promise<Schema> | undefined
  return async (text, at) => {
    try {
      schema ??= client.scenarios.schema() as Promise<Schema>
      return completeScenario(await schema, text, at)
    } catch {
      schema = undefined
      return null
    }
  }
}

/** The others are in the text. */
const maxListed = 8

type ScenarioProblem = ScenarioItem['problems'][number]

/** A text with the suggested word in the place of a mistake. Pure. */
export function withNearest(text: string, { line, column, endLine, endColumn, nearest }: ScenarioProblem): string {
  if (nearest === undefined) return text
  return text.slice(0, offsetOf(text, line, column)) + nearest + text.slice(offsetOf(text, endLine, endColumn))
}

/** Lines and columns begin at 1. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at += 1) start = text.indexOf('\n', start) + 1
  return start + column - 1
}
