import { ChevronDown, Layers, Check, Plus, Upload } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { keysFor, tableCommand, useShortcut } from '../../commands/shortcuts.ts'
import { useCommands } from '../../commands/useCommands.ts'
import { paletteWords } from '../../commands/words.ts'
import { useApp, useAppState, useIsStale } from '../../data/state/useApp.ts'
import { EnvironmentMark } from '../../ui/basics/EnvironmentMark.tsx'
import { FinderDialog, Finder } from '../../ui/popups/Finder.tsx'
import { lazily } from '../../ui/notes/lazily.tsx'
import { tip, Button } from '../../ui/basics/Button.tsx'
import styles from './EnvironmentSwitcher.module.css'
import { frameWords } from './words.ts'
import { flushSync } from 'react-dom'
import type { Environment } from '../../../shared/wireTypes.ts'
import { showEverywhere, switchEnvironment } from '../../commands/environments.tsx'
import { groupDigits } from '../../../shared/words/counts.ts'
import { Seal } from '../../ui/basics/Seal.tsx'
import { useToasts } from '../../ui/notes/Toasts.tsx'

/** Opened by hand, so they load after the page takes input. */
const CreateEnvironment = lazily(
  frameWords.newEnvironment,
  async () => (await import('../../features/environment/general/CreateEnvironment.tsx')).CreateEnvironment,
)
const ImportEnvironments = lazily(
  frameWords.importEnvironments,
  async () => (await import('../../features/environment/general/ImportEnvironments.tsx')).ImportEnvironments,
)

/** Loads the dialogs before they are opened. */
export const preloadEnvironmentDialogs = async () =>
  Promise.all([CreateEnvironment.preload(), ImportEnvironments.preload()])

/** The environment in use, on every screen; opens a list of all, which may be hundreds. */
export function EnvironmentSwitcher() {
  const button = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState<number | null>(null)
  const environment = useAppState((state) => state.feed.status?.environment)
  const everywhere = useAppState(({ route }) => route.everywhere && route.screen === 'inbox')
  const isStale = useIsStale()
  const open = useCallback(() => setLeft(button.current?.getBoundingClientRect().left ?? 0), [])
  const close = useCallback(() => setLeft(null), [])
  useShortcut('environment.switch', open)
  const { store } = useApp()
  const [isImporting, setImporting] = useState(false)
  const openNew = useCallback(() => store.setState({ newEnvironment: { sender: 'service' } }), [store])
  const ask = useCallback(
    (what: 'new' | 'import') => {
      setLeft(null)
      if (what === 'new') openNew()
      else setImporting(true)
    },
    [openNew],
  )
  useCommands(() => [
    { ...tableCommand('environment.switch'), group: 'environment', run: open },
    {
      ...tableCommand('environment.new'),
      group: 'environment',
      alsoFoundBy: paletteWords.also.newEnvironment,
      run: openNew,
    },
    {
      ...tableCommand('environment.import'),
      group: 'environment',
      alsoFoundBy: paletteWords.also.importEnvironments,
      run: () => setImporting(true),
    },
  ])
  if (environment === undefined) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        data-part="environment"
        className={styles.button}
        aria-haspopup="dialog"
        disabled={isStale}
        {...tip(`${environment.name}: ${frameWords.switchEnvironment} (${keysFor('environment.switch').join()})`)}
        onClick={open}
      >
        <span className="unseen">{frameWords.environment}: </span>
        {everywhere ? (
          <span className={styles.all}>
            <Layers aria-hidden="true" />
            <span className="truncate">{frameWords.allEnvironments}</span>
          </span>
        ) : (
          <EnvironmentMark environment={environment} />
        )}
        <ChevronDown aria-hidden="true" />
      </button>
      {everywhere && (
        <span className={styles.inUse}>
          <span className={styles.inUseWord}>{frameWords.inUse}</span>{' '}
          <EnvironmentMark environment={environment} brief />
        </span>
      )}
      <FinderDialog
        isClear
        className={styles.dialog}
        style={{ left: left ?? 0 }}
        label={frameWords.environments}
        open={left !== null}
        onClose={close}
      >
        <EnvironmentChoice onClose={close} onAsk={ask} />
      </FinderDialog>
      <NewEnvironment />
      {isImporting && <ImportEnvironments open onClose={() => setImporting(false)} />}
    </>
  )
}

/** The dialog, opened from here, the palette, or a card of the inbox. */
function NewEnvironment() {
  const { store } = useApp()
  const asked = useAppState((state) => state.newEnvironment)
  if (asked === null) return null
  return <CreateEnvironment open sender={asked.sender} onClose={() => store.setState({ newEnvironment: null })} />
}

type Choice = { kind: 'all' } | { kind: 'one'; environment: Environment }

/** All environments by name: typed, walked with the arrows, taken with Enter. */
function EnvironmentChoice({ onClose, onAsk }: { onClose: () => void; onAsk: (what: 'new' | 'import') => void }) {
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
