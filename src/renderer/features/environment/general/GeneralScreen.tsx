import { Copy, Download, Pencil, Trash2 } from 'lucide-react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { type EnvironmentColour, environmentColours } from '../../../../shared/codes/environmentColours.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCallsInOrder, type Call, useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { EnvironmentMark } from '../../../ui/basics/EnvironmentMark.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { useEnvironmentQuestions } from './useEnvironmentQuestions.tsx'
import { environmentWords as words } from './words.ts'
import { saveBytes } from '../../../ui/hooks/files.ts'

/** Name, colour, copies and the end of the environment in use. */
export function GeneralScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  return (
    <Screen title={words.general} lead={words.generalLead}>
      <Columns side={<MarksSection key={environment.id} environment={environment} />}>
        <NameSection environment={environment} />
        <CopiesSection environment={environment} />
        <DangerSection environment={environment} />
      </Columns>
    </Screen>
  )
}

function NameSection({ environment }: { environment: Environment }) {
  const { id, name, kind } = environment
  const questions = useEnvironmentQuestions()
  const deliveries = useAppState((state) => state.feed.status?.counts.byEnvironment[id] ?? 0)
  const lastAt = useAppState((state) => state.feed.status?.counts.lastByEnvironment[id])
  const failed = useAppState((state) => state.feed.status?.unseen.byEnvironment[id] ?? 0)
  return (
    <Section title={words.overview}>
      <Facts>
        <Fact name={words.name} note={kind === 'sandbox' ? words.builtInNote : undefined}>
          <Row>
            <EnvironmentMark environment={environment} />
            {kind !== 'sandbox' && (
              <Button
                icon={<Pencil aria-hidden="true" />}
                aria-label={words.renameNamed(name)}
                onClick={() => questions.rename(environment)}
              >
                {words.rename}
              </Button>
            )}
          </Row>
        </Fact>
        <Fact name={words.deliveriesHead}>
          {words.count(deliveries)}
          {failed > 0 && ` · ${words.failed(failed)}`}
        </Fact>
        {lastAt !== undefined && (
          <Fact name={words.lastDelivery}>
            <Time at={lastAt} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

function CopiesSection({ environment }: { environment: Environment }) {
  const { id, name, kind } = environment
  const questions = useEnvironmentQuestions()
  const environments = useAppState((state) => state.feed.environments)
  const save = useExport()
  return (
    <Section title={words.copies} lead={words.copiesLead}>
      <Row>
        <Button
          icon={<Copy aria-hidden="true" />}
          aria-label={words.duplicateNamed(name)}
          onClick={() => questions.duplicate(environment)}
        >
          {words.duplicate}
        </Button>
        {kind !== 'sandbox' && (
          <Button
            icon={<Download aria-hidden="true" />}
            busy={save.busy}
            aria-label={words.exportNamed(name)}
            onClick={() => void save.run(id)}
          >
            {words.export}
          </Button>
        )}
        {environments.some((other) => other.kind !== 'sandbox') && (
          <Button look="quiet" busy={save.busy} onClick={() => void save.run()}>
            {words.exportAll}
          </Button>
        )}
      </Row>
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </Section>
  )
}

function DangerSection({ environment }: { environment: Environment }) {
  const { name, kind } = environment
  const questions = useEnvironmentQuestions()
  if (kind === 'sandbox') return null
  return (
    <Section title={words.danger} lead={words.dangerLead}>
      <Button
        icon={<Trash2 aria-hidden="true" />}
        aria-label={words.deleteNamed(name)}
        onClick={() => questions.remove(environment)}
      >
        {words.deleteIt}
      </Button>
    </Section>
  )
}

const colourOptions = (['none', ...environmentColours] as const).map((value) => ({
  value,
  label: value === 'none' ? words.noColour : words.colours[value],
}))

/** How to recognise the environment on every screen. Takes effect at once. */
function MarksSection({ environment }: { environment: Environment }) {
  const client = useClient()
  const save = useCallsInOrder(async (change: { colour?: EnvironmentColour | null; production?: boolean }) =>
    client.environments.update({ id: environment.id, ...change }),
  )
  return (
    <Section title={words.marks} lead={words.marksLead}>
      <SelectField
        label={words.colour}
        value={environment.colour ?? 'none'}
        options={colourOptions}
        onChange={(value) => void save.run({ colour: value === 'none' ? null : value })}
      />
      <SwitchField
        label={words.production}
        hint={words.productionHint}
        checked={environment.production}
        onChange={(production) => void save.run({ production })}
      />
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </Section>
  )
}

/** Offers environments as a file, without any secret: the one with this id, or all but the sandbox. */
function useExport(): Call<[id?: string], unknown> {
  const client = useClient()
  return useCall(async (id?: string) => {
    const file = await client.environments.export(id === undefined ? {} : { ids: id })
    saveBytes(new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`), 'hookscope-environments.json')
    return file
  })
}
