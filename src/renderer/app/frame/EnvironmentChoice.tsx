import { Check, Layers, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { groupDigits } from '../../../shared/words/counts.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import { showEverywhere, switchEnvironment } from '../../commands/environments.tsx'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { EnvironmentMark } from '../../ui/basics/EnvironmentMark.tsx'
import { Seal } from '../../ui/basics/Seal.tsx'
import { useToasts } from '../../ui/notes/Toasts.tsx'
import { Finder, FinderDialog } from '../../ui/popups/Finder.tsx'
import styles from './EnvironmentSwitcher.module.css'
import { frameWords } from './words.ts'

type Choice = { kind: 'all' } | { kind: 'one'; environment: Environment }

interface ChoiceProps {
  onClose: () => void
  onAsk: (what: 'new' | 'import') => void
}

/** The list that the switcher opens. @param left where, px; null while it is closed */
export function EnvironmentChoice({ left, ...rest }: ChoiceProps & { left: number | null }) {
  return (
    <FinderDialog
      isClear
      className={styles.dialog}
      style={{ left: left ?? 0 }}
      label={frameWords.environments}
      open={left !== null}
      onClose={rest.onClose}
    >
      <Choices {...rest} />
    </FinderDialog>
  )
}

/** All environments by name: typed, walked with the arrows, taken with Enter. */
function Choices({ onClose, onAsk }: ChoiceProps) {
  const app = useApp()
  const toasts = useToasts()
  const [query, setQuery] = useState('')
  const environments = useAppState((state) => state.feed.environments)
  const everywhere = useAppState((state) => state.route.everywhere)
  const found = matchingEnvironments(environments, query)
  const choices: Choice[] = [
    ...(query === '' ? [{ kind: 'all' as const }] : []),
    ...found.map((environment) => ({ kind: 'one' as const, environment })),
  ]
  const take = (choice: Choice) => {
    // First the focus goes back to where it was.
    flushSync(onClose)
    if (choice.kind === 'all') showEverywhere(app)
    else void switchEnvironment(app, toasts, choice.environment.id)
  }
  return (
    <>
      <Finder
        name={frameWords.findEnvironment}
        listLabel={frameWords.environments}
        query={query}
        onType={setQuery}
        groups={[{ items: choices }]}
        keyOf={(choice) => (choice.kind === 'all' ? 'all' : choice.environment.id)}
        onTake={take}
        empty={<p className={styles.none}>{frameWords.noEnvironment}</p>}
        listClass={styles.list}
        optionClass={styles.option}
      >
        {(choice) =>
          choice.kind === 'all' ? (
            <AllEnvironments shown={everywhere} />
          ) : (
            <OneEnvironment environment={choice.environment} everywhere={everywhere} />
          )
        }
      </Finder>
      <div className={styles.actions}>
        <Button icon={<Plus aria-hidden="true" />} onClick={() => onAsk('new')}>
          {frameWords.newEnvironment}
        </Button>
        <Button look="quiet" icon={<Upload aria-hidden="true" />} onClick={() => onAsk('import')}>
          {frameWords.importEnvironments}
        </Button>
      </div>
    </>
  )
}

function AllEnvironments({ shown }: { shown: boolean }) {
  const count = useAppState((state) => state.feed.status?.counts.deliveries ?? 0)
  return (
    <>
      <span className={styles.environmentChoiceAll}>
        <Layers aria-hidden="true" />
        {frameWords.allEnvironments}
      </span>
      <span className={styles.facts}>
        <Deliveries count={count} />
        <InUse on={shown} word={frameWords.shown} />
      </span>
    </>
  )
}

function OneEnvironment({ environment, everywhere }: { environment: Environment; everywhere: boolean }) {
  const { id, active } = environment
  const count = useAppState((state) => state.feed.status?.counts.byEnvironment[id] ?? 0)
  const failed = useAppState((state) => state.feed.status?.unseen.byEnvironment[id] ?? 0)
  return (
    <>
      <span className={styles.name}>
        <StatusDot failed={failed} count={count} />
        <EnvironmentMark environment={environment} />
      </span>
      <span className={styles.facts}>
        {failed > 0 && (
          <span className={styles.failed}>
            <Seal verdict="invalid" />
            {frameWords.failed(failed)}
          </span>
        )}
        <Deliveries count={count} />
        <InUse on={active && !everywhere} word={frameWords.inUse} />
      </span>
    </>
  )
}

/** Red while failed deliveries are unseen, hollow before the first delivery, green otherwise. */
function StatusDot({ failed, count }: { failed: number; count: number }) {
  const [state, text] =
    failed > 0
      ? ['bad', frameWords.failed(failed)]
      : count === 0
        ? ['off', frameWords.empty]
        : ['good', frameWords.healthy]
  return <span className={styles.dot} data-state={state} title={text} aria-hidden="true" />
}

function Deliveries({ count }: { count: number }) {
  return (
    <span className={styles.count}>
      {count === 0 ? '' : groupDigits(count)}
      <span className="unseen">{frameWords.deliveries(count)}</span>
    </span>
  )
}

function InUse({ on, word }: { on: boolean; word: string }) {
  return (
    <span className={styles.check}>
      {on && (
        <>
          <Check aria-hidden="true" />
          <span className="unseen">{word}</span>
        </>
      )}
    </span>
  )
}

/** The fields of an environment that are searched. */
interface Named {
  id: string
  name: string
  kind: string
  baseUrl: string
}

/**
 * The environments with all the words that were typed in their name or base URL, in any case: those first that are called
 * so, the sandbox before all others, then by name as the user reads it. Pure.
 */
export function matchingEnvironments<T extends Named>(environments: readonly T[], query: string): T[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return environments
    .filter(({ name, baseUrl }) => hasAll(`${name} ${baseUrl}`))
    .map((environment) => ({ environment, isCalledSo: hasAll(environment.name) }))
    .toSorted(
      (a, b) =>
        Number(b.isCalledSo) - Number(a.isCalledSo) ||
        Number(b.environment.kind === 'sandbox') - Number(a.environment.kind === 'sandbox') ||
        byName.compare(a.environment.name, b.environment.name),
    )
    .map(({ environment }) => environment)
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
