import { FolderOpen, ScrollText } from 'lucide-react'
import type { Shell, ShellChange } from '../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/calls.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { Fact, Facts, Section } from '../../ui/layout/Section.tsx'
import { SwitchField } from '../../ui/fields/Field.tsx'
import { desktopWords as words } from './words.ts'
import styles from './Settings.module.css'

/** Settings of the desktop shell: running without a window, notifications, the log file. */
export function Desktop() {
  const shell = useAppState((state) => state.shell)
  if (shell === null) return null
  const { background, notify, showFiles } = shell.can
  if (!background && !notify && !showFiles) return null
  return <DesktopSection shell={shell} />
}

function DesktopSection({ shell }: { shell: Shell }) {
  const { client, store } = useApp()
  const choose = useCall(async (change: ShellChange) => {
    const next = await client.shell.choose(change)
    store.setState({ shell: next })
    return next
  })
  const show = useCall(async (what: 'log' | 'data-folder') => client.shell.show({ what }))
  const problem = choose.problem ?? show.problem
  return (
    <Section title={words.title}>
      <Facts>
        <Fact name={words.whenClosed} note={shell.backgroundProblem ?? words.keepNote}>
          <WhenClosed shell={shell} onChoose={(whenClosed) => void choose.run({ whenClosed })} />
        </Fact>
        <Fact name={words.pause}>{words.pauseNote}</Fact>
      </Facts>
      {shell.can.notify && (
        <SwitchField
          label={words.notify}
          hint={words.notifyNote}
          checked={shell.choices.notify}
          onChange={(notify) => void choose.run({ notify })}
        />
      )}
      {shell.can.closeToTools && (
        <SwitchField
          label={words.letJoin}
          hint={words.letJoinNote}
          checked={shell.choices.letJoin}
          onChange={(letJoin) => void choose.run({ letJoin })}
        />
      )}
      {shell.can.showFiles && (
        <div className={styles.buttons}>
          {shell.logFile !== null && (
            <Button icon={<ScrollText aria-hidden="true" />} busy={show.busy} onClick={() => void show.run('log')}>
              {words.showLog}
            </Button>
          )}
          <Button
            icon={<FolderOpen aria-hidden="true" />}
            busy={show.busy}
            onClick={() => void show.run('data-folder')}
          >
            {words.showFolder}
          </Button>
        </div>
      )}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </Section>
  )
}

interface WhenClosedProps {
  shell: Shell
  onChoose: (whenClosed: Shell['choices']['whenClosed']) => void
}

/** Nothing to choose where the app could not be found again without its window. */
function WhenClosed({ shell, onChoose }: WhenClosedProps) {
  if (!shell.can.background) return words.quit
  return (
    <Choice
      label={words.whenClosed}
      options={[
        ...(shell.can.ask ? [{ id: 'ask' as const, label: words.ask }] : []),
        { id: 'keep', label: words.keep },
        { id: 'quit', label: words.quit },
      ]}
      value={shell.choices.whenClosed}
      onChange={onChoose}
    />
  )
}
