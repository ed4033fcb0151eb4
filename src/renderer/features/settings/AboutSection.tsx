import { useMutation } from '@tanstack/react-query'
import { Keyboard, FolderOpen, ScrollText } from 'lucide-react'
import { useCommandDialogs } from '../../commands/useCommands.ts'
import type { Status, Shell } from '../../../shared/wireTypes.ts'
import { useAppState, useApp, useCalls } from '../../data/state/useApp.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { groupDigits } from '../../../shared/words/counts.ts'
import { Fact, Facts, Section } from '../../ui/layout/Section.tsx'
import { verdicts } from '../../../shared/codes/signature/verdicts.ts'
import { verdictNames } from '../../text/verdictWords.ts'
import { desktopWords as words, settingsWords } from './words.ts'
import styles from './Settings.module.css'
import { Choice } from '../../ui/fields/Form.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { SwitchField } from '../../ui/fields/Field.tsx'

/** Where deliveries come in, where they are kept, and what this is: facts, nothing to change. */
export function About({ status }: { status: Status }) {
  const { receiver, counts, health } = status
  const shell = useAppState((state) => state.shell)
  const { openKeyHelp } = useCommandDialogs()
  return (
    <>
      <Section title={settingsWords.receiver}>
        <Facts>
          <Fact name={settingsWords.address}>
            {receiver.url === null ? (
              (receiver.problem ?? settingsWords.doesNotListen)
            ) : (
              <span className={styles.copied}>
                <code>{receiver.url}</code>
                <CopyButton text={receiver.url} what={settingsWords.theAddress} />
              </span>
            )}
          </Fact>
          <Fact name={settingsWords.listensOn} note={settingsWords.listensOnNote}>
            <code>{receiver.origin ?? settingsWords.unknown}</code>
          </Fact>
          <Fact name={settingsWords.strays} note={settingsWords.straysNote}>
            <span className="numbers">{groupDigits(receiver.strays)}</span>
          </Fact>
          <Fact name={settingsWords.largestBody} note={settingsWords.largestBodyNote}>
            {settingsWords.largestBodySize}
          </Fact>
        </Facts>
      </Section>
      <Section title={settingsWords.storage}>
        <Facts>
          <Fact name={settingsWords.dataFolder}>
            <span className={styles.copied}>
              <code>{status.dataFolder}</code>
              <CopyButton text={status.dataFolder} what={settingsWords.theDataFolder} />
            </span>
          </Fact>
          {shell?.logFile != null && (
            <Fact name={settingsWords.logFile} note={settingsWords.logFileNote}>
              <span className={styles.copied}>
                <code>{shell.logFile}</code>
                <CopyButton text={shell.logFile} what={settingsWords.theLogFile} />
              </span>
            </Fact>
          )}
          <Fact name={settingsWords.secrets}>{status.secretStorage}</Fact>
          <Fact name={settingsWords.deliveries} note={verdictsInWords(counts.byVerdict)}>
            <span className="numbers">{groupDigits(counts.deliveries)}</span>
          </Fact>
          <Fact name={settingsWords.stateName}>
            {health.problem ?? (health.store === 'ok' ? settingsWords.stateWorking : settingsWords.stateNotWriting)}
            {health.indexBehind > 0 && settingsWords.notSearchable(health.indexBehind)}
          </Fact>
        </Facts>
      </Section>
      <Section title={settingsWords.about}>
        <Facts>
          <Fact name={settingsWords.version}>
            <span className="numbers">{settingsWords.versionOf(status.version)}</span>
          </Fact>
          <Fact name={settingsWords.process}>
            <span className="numbers">{status.pid}</span>
          </Fact>
          {shell !== null && (
            <Fact name={settingsWords.runtimes}>
              <span className="numbers">{settingsWords.runtimesOf(shell.runtimes)}</span>
            </Fact>
          )}
          <Fact name={settingsWords.license}>{settingsWords.licenseName}</Fact>
          <Fact name={settingsWords.keys}>
            <Button icon={<Keyboard />} onClick={openKeyHelp}>
              {settingsWords.showKeys}
            </Button>
          </Fact>
        </Facts>
      </Section>
    </>
  )
}

/** "12 valid, 3 unsigned" in the order of the verdicts; undefined when nothing was counted. */
export function verdictsInWords(byVerdict: Readonly<Record<string, number>>): string | undefined {
  const parts = verdicts.flatMap((verdict) => {
    const count = byVerdict[verdict] ?? 0
    return count === 0 ? [] : [`${groupDigits(count)} ${verdictNames[verdict].toLowerCase()}`]
  })
  return parts.length === 0 ? undefined : parts.join(' · ')
}

/** Settings of the desktop shell: running without a window, notifications, the log file. */
export function Desktop() {
  const shell = useAppState((state) => state.shell)
  if (shell === null) return null
  const { background, notify, showFiles } = shell.can
  if (!background && !notify && !showFiles) return null
  return <DesktopSection shell={shell} />
}

function DesktopSection({ shell }: { shell: Shell }) {
  const { store } = useApp()
  const calls = useCalls().shell
  const choose = useMutation(calls.choose.mutationOptions({ onSuccess: (next) => store.setState({ shell: next }) }))
  const show = useMutation(calls.show.mutationOptions())
  const error = choose.error ?? show.error
  return (
    <Section title={words.title}>
      <Facts>
        <Fact name={words.whenClosed} note={shell.backgroundProblem ?? words.keepNote}>
          <WhenClosed shell={shell} onChoose={(whenClosed) => choose.mutate({ whenClosed })} />
        </Fact>
        <Fact name={words.pause}>{words.pauseNote}</Fact>
      </Facts>
      {shell.can.notify && (
        <SwitchField
          label={words.notify}
          hint={words.notifyNote}
          checked={shell.choices.notify}
          onChange={(notify) => choose.mutate({ notify })}
        />
      )}
      {shell.can.closeToTools && (
        <SwitchField
          label={words.letJoin}
          hint={words.letJoinNote}
          checked={shell.choices.letJoin}
          onChange={(letJoin) => choose.mutate({ letJoin })}
        />
      )}
      {shell.can.showFiles && (
        <div className={styles.buttons}>
          {shell.logFile !== null && (
            <Button
              icon={<ScrollText aria-hidden="true" />}
              busy={show.isPending}
              onClick={() => show.mutate({ what: 'log' })}
            >
              {words.showLog}
            </Button>
          )}
          <Button
            icon={<FolderOpen aria-hidden="true" />}
            busy={show.isPending}
            onClick={() => show.mutate({ what: 'data-folder' })}
          >
            {words.showFolder}
          </Button>
        </div>
      )}
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
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
