import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { Copy, KeyRound } from 'lucide-react'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { problemOf } from '../../data/wire/problem.ts'
import { wireWords } from '../../data/wire/words.ts'
import type { SessionCalls } from '../../data/wire/session.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { Choice } from '../../ui/fields/Form.tsx'
import { DoneNote, ErrorNote, lazily } from '../../ui/notes/Notes.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../ui/layout/Section.tsx'
import {
  type Appearance as Chosen,
  appearanceChoices,
  type AppearanceSetting,
  chooseAppearance,
  useAppearance,
} from '../../ui/styles/appearance.ts'
import { About, Desktop } from './AboutSection.tsx'
import { browserAccessWords as words, settingsWords } from './words.ts'
import { appearanceWords } from '../../commands/words.ts'
import fieldStyles from '../../ui/fields/Field.module.css'
import styles from './Settings.module.css'

const StorageSection = lazily('storage', async () => (await import('./StorageSection.tsx')).StorageSection)
const ToolsSection = lazily('tools', async () => (await import('./ToolsSection.tsx')).ToolsSection)
const DoctorSection = lazily('doctor', async () => (await import('./DoctorSection.tsx')).DoctorSection)

/** How the page looks, and the facts of this installation. */
export function SettingsScreen() {
  const status = useAppState((state) => state.feed.status)
  const { session } = useApp()
  if (status === null) return null
  return (
    <Screen title={settingsWords.title}>
      <Columns
        side={
          <>
            {session !== null && <BrowserAccess session={session} />}
            <About status={status} />
          </>
        }
      >
        <Appearance />
        <Desktop />
        <StorageSection />
        <DoctorSection />
        <ToolsSection />
      </Columns>
    </Screen>
  )
}

/** How the page looks in this browser. */
function Appearance() {
  const chosen = useAppearance()
  return (
    <Section title={appearanceWords.title} lead={appearanceWords.lead}>
      <div className={styles.looks}>
        <Setting setting="theme" chosen={chosen} />
        <Setting setting="contrast" chosen={chosen} />
        <Setting setting="density" chosen={chosen} />
      </div>
    </Section>
  )
}

/** One of the settings, with effect at once. */
function Setting<S extends AppearanceSetting>({ setting, chosen }: { setting: S; chosen: Chosen }) {
  const words: Readonly<Record<string, string>> = appearanceWords[setting]
  const label = words['label'] ?? ''
  return (
    <div className={styles.look}>
      <span className={fieldStyles.label} aria-hidden="true">
        {label}
      </span>
      <Choice<Chosen[S]>
        label={label}
        options={appearanceChoices[setting].map((id) => ({ id, label: words[id] ?? id }))}
        value={chosen[setting]}
        onChange={(choice) => chooseAppearance(setting, choice)}
      />
    </div>
  )
}

/** The key that this browser has: a way in for another browser, and a new key when this one may be known to others. */
function BrowserAccess({ session }: { session: SessionCalls }) {
  const copying = useMutation({ mutationFn: async () => withProblem(copyNewAddress(session)) })
  const renewal = useMutation({
    mutationFn: async () => {
      await withProblem(session.renew())
      return true
    },
  })
  return (
    <Section title={words.title} lead={words.lead}>
      <Facts>
        <Fact name={words.anotherBrowser} note={words.anotherBrowserNote}>
          <Button icon={<Copy />} busy={copying.isPending} onClick={() => copying.mutate()}>
            {words.copyAddress}
          </Button>
          <Outcome call={copying} good={words.addressCopied} bad={words.notCopied} />
        </Fact>
        <Fact name={words.key} note={words.keyNote}>
          <Button icon={<KeyRound />} busy={renewal.isPending} onClick={() => renewal.mutate()}>
            {words.renew}
          </Button>
          <Outcome call={renewal} good={words.renewed} />
        </Fact>
      </Facts>
    </Section>
  )
}

/** Turns the errors of session calls, which the contract does not cover, into problems. */
async function withProblem<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw problemOf(error, wireWords.lostChange)
  }
}

interface OutcomeProps {
  call: Pick<UseMutationResult<boolean>, 'data' | 'error'>
  good: string
  bad?: string
}

/** The outcome of a call that answers whether it did what was asked. */
function Outcome({ call: { data, error }, good, bad }: OutcomeProps) {
  if (error !== null) return <ErrorNote>{error.message}</ErrorNote>
  if (data === undefined) return null
  return data ? <DoneNote>{good}</DoneNote> : <ErrorNote>{bad}</ErrorNote>
}

/** Answers whether the browser let us. It gets a promise, because some allow copying only at the moment of the click. */
async function copyNewAddress(session: SessionCalls): Promise<boolean> {
  const address = session.newAddress()
  const text = address.then(({ ui }) => new Blob([ui], { type: 'text/plain' }))
  const copied = navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
    () => true,
    () => false,
  )
  await address
  return copied
}
