import { Save, Trash2 } from 'lucide-react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { type ComposeDraft, fixtureOf, fixtureVariable } from './composeDraft.ts'
import type { Source, SourceId, Starts } from './useSource.ts'
import { composeWords as words } from './words.ts'

interface FixtureActionsProps {
  draft: ComposeDraft
  source: Source
  id: SourceId
  environment: Environment | undefined
  starts: Starts
  onSource: (id: SourceId) => void
}

/** Saves the request as a named file, and deletes the file that it came from. */
export function FixtureActions({ draft, source, id, environment, starts, onSource }: FixtureActionsProps) {
  const client = useClient()
  const ask = useAsk()
  const toasts = useToasts()
  const opened = id.startsWith('fixture:') ? id.slice('fixture:'.length) : null
  const call = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return null
    } catch (error) {
      return problemOf(error, wireWords.lostChange).message
    }
  }
  const save = async () => {
    const fixture = fixtureOf(draft, source.bytes, knownOf(draft, environment))
    const isTaken = (name: string) => starts.fixtures?.items.some((item) => item.name === name) === true
    const write = async (name: string) => call(async () => client.fixtures.put({ name, fixture }))
    const name = await ask.prompt({
      title: words.saveFixture,
      label: words.fixtureName,
      hint: words.fixtureNameHint(starts.fixtures?.folder ?? ''),
      initial: opened ?? '',
      most: 64,
      missing: words.fixtureMissing,
      text: draft.signWith === 'typed' ? <p>{words.variableNote(fixtureVariable)}</p> : null,
      yes: words.save,
      no: words.noSave,
      run: async (typed) => (isTaken(typed) ? null : write(typed)),
    })
    if (name === null) return
    if (isTaken(name)) {
      const title = words.replaceTitle(name)
      const run = async () => write(name)
      const may = await ask.confirm({ title, text: words.replaceText, yes: words.replace, no: words.noSave, run })
      if (!may) return
    }
    toasts.done(words.saved(name))
    starts.reload()
  }
  const remove = async (name: string) => {
    const may = await ask.confirm({
      title: words.deleteTitle(name),
      text: words.deleteText,
      yes: words.deleteFixture,
      no: words.noSave,
      isDanger: true,
      run: async () => call(async () => client.fixtures.remove({ name })),
    })
    if (!may) return
    toasts.done(words.deleted(name))
    starts.reload()
    onSource('nothing')
  }
  return (
    <Row gap={2}>
      {opened !== null && (
        <Button look="quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => void remove(opened)}>
          {words.deleteFixture}
        </Button>
      )}
      {draft.what === 'request' && (
        <Button icon={<Save aria-hidden="true" />} onClick={() => void save()}>
          {words.saveFixture}
        </Button>
      )}
    </Row>
  )
}

/** The facts about the environment in a fixture: its scheme, and the name of the secret. */
function knownOf({ signWith }: ComposeDraft, environment: Environment | undefined) {
  const stored = environment?.sharedSecrets.find(({ fingerprint }) => fingerprint === signWith)
  return {
    scheme:
      environment?.ownScheme != null && environment.signatureScheme === 'own'
        ? environment.ownScheme
        : (environment?.signatureScheme ?? 'service'),
    environment: environment?.name ?? '',
    label: stored?.label ?? null,
  }
}
