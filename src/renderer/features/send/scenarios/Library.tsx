import { BookOpen, FileText } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { ScenarioItem, ScenarioRunSummary } from '../../../../shared/wireTypes.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { StateSign } from './StateSign.tsx'
import { scenarioWords as words } from './words.ts'
import styles from './Library.module.css'

interface LibraryProps {
  items: readonly ScenarioItem[]
  runs: readonly ScenarioRunSummary[]
  chosen: ScenarioPlace
}

/** All scenarios, the user's own first, each with how its last run ended. Arrow keys choose. */
export function Library({ items, runs, chosen }: LibraryProps) {
  const { navigation } = useApp()
  const own = items.filter(({ from }) => from === 'folder')
  const bundled = items.filter(({ from }) => from === 'bundled')
  const ordered = [...own, ...bundled]
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = ordered.findIndex((item) => isAt(item, chosen))
    const next = ordered[Math.min(ordered.length - 1, Math.max(0, at + step))]
    if (next === undefined) return
    navigation.go({ scenario: { from: next.from, name: next.name } }, true)
    event.currentTarget.closest('nav')?.querySelector<HTMLElement>(`[data-place="${next.from}/${next.name}"]`)?.focus()
  }
  const part = { runs, chosen, onKeyDown }
  return (
    <nav className={styles.library} aria-label={words.library}>
      <h2 className={styles.group}>{words.yours}</h2>
      {own.length === 0 ? <p className="muted">{words.noneOfYours}</p> : <Items items={own} {...part} />}
      {bundled.length > 0 && (
        <>
          <h2 className={styles.group}>{words.bundled}</h2>
          <Items items={bundled} {...part} />
        </>
      )}
    </nav>
  )
}

interface ItemsProps extends LibraryProps {
  onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => void
}

function Items({ items, runs, chosen, onKeyDown }: ItemsProps) {
  const { navigation } = useApp()
  return (
    <ul>
      {items.map((item) => {
        const { from, name, outline, problems } = item
        const isChosen = isAt(item, chosen)
        const last = runs.find((run) => isRunOf(run, item))
        return (
          <li key={name}>
            <a
              className={styles.item}
              data-place={`${from}/${name}`}
              href={navigation.href({ screen: 'scenarios', scenario: { from, name } })}
              aria-current={isChosen ? 'true' : undefined}
              tabIndex={isChosen ? 0 : -1}
              onKeyDown={onKeyDown}
            >
              {from === 'bundled' ? <BookOpen aria-hidden="true" /> : <FileText aria-hidden="true" />}
              <span className={styles.name}>{visibleText(outline?.name ?? name)}</span>
              {last !== undefined && (
                <StateSign state={last.state} label={words.lastRun(words.runStates[last.state])} />
              )}
              <span className={styles.line} data-bad={problems.length > 0 || undefined}>
                {problems.length > 0 ? words.problems(problems.length) : visibleText(outline?.description ?? name)}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

export function isAt({ from, name }: ScenarioPlace, other: ScenarioPlace): boolean {
  return from === other.from && name === other.name
}

/** Whether a run belongs to this file; a run of edited text is known by its name. */
export function isRunOf(
  { source, name }: ScenarioRunSummary,
  item: Pick<ScenarioItem, 'from' | 'name' | 'outline'>,
): boolean {
  if (source.from === 'text') return name === item.outline?.name
  return source.from === item.from && source.name === item.name
}
