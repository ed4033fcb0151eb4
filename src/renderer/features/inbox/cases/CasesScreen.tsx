import { FolderOpen } from 'lucide-react'
import type { CaseFile } from '../../../../shared/wireTypes.ts'
import type { OpenState } from '../../../data/state/appStore.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { chooseFile } from '../../../ui/hooks/files.ts'
import { showOpening } from './caseCommands.ts'
import { CaseView } from './CaseView.tsx'
import { ExportSection } from './ExportSection.tsx'
import { caseWords as words } from './words.ts'

/** Hands deliveries over, and shows what others handed over. */
export function CasesScreen() {
  const { client } = useApp()
  const changed = useAppState((state) => state.feed.caseFilesChanged)
  const shown = useAppState((state) => state.route.deliveryId)
  const { data, problem, reload } = useLoad('case-files', async () => client.caseFiles.list(), String(changed))
  const [caseId] = shown?.split('.') ?? []
  const chosen = data?.find(({ id }) => id === caseId)
  if (chosen !== undefined) return <CaseView key={chosen.id} file={chosen} />
  return (
    <Screen title={words.title} lead={words.lead}>
      <Columns tables side={<ExportSection />}>
        <OpenSection />
        <Section title={words.listTitle}>
          {problem !== null && (
            <ErrorNote next={<Button onClick={reload}>{words.tryAgain}</Button>}>{problem.message}</ErrorNote>
          )}
          {data === undefined ? problem === null && <Loading what={words.loading} /> : <OpenedFiles files={data} />}
        </Section>
      </Columns>
    </Screen>
  )
}

/** A file is chosen here, or dropped anywhere on the page. */
function OpenSection() {
  const app = useApp()
  const state = useAppState(({ opening }) => opening)
  return (
    <Section title={words.openTitle} lead={words.openLead}>
      <Stack>
        <Row>
          <Button
            icon={<FolderOpen aria-hidden="true" />}
            busy={state.kind === 'reading'}
            onClick={() => chooseFile((file) => showOpening(app, file))}
          >
            {words.choose}
          </Button>
          {state.kind === 'reading' && state.canCancel && <Button onClick={app.files.cancel}>{words.cancel}</Button>}
        </Row>
        <Outcome state={state} />
      </Stack>
    </Section>
  )
}

function Outcome({ state }: { state: OpenState }) {
  const { navigation } = useApp()
  switch (state.kind) {
    case 'idle':
      return null
    case 'reading':
      return <output className="numbers">{words.reading(visibleText(state.name), state.done, state.size)}</output>
    case 'failed':
      return <ErrorNote>{state.problem}</ErrorNote>
    case 'opened': {
      const { caseId, deliveries, refused, refusedCount, cutOff, rechecked } = state.opened
      return (
        <Stack>
          <output>{`${words.opened(visibleText(state.name), deliveries)}. ${words.recheckedOf(rechecked)}.`}</output>
          <a href={navigation.href({ screen: 'case-files', deliveryId: caseId })}>{words.showOpened}</a>
          {cutOff && <ErrorNote look="warn">{words.cutOff}</ErrorNote>}
          {refusedCount > 0 && (
            <details>
              <summary>{words.refused(refusedCount)}</summary>
              <ul>
                {refused.map(({ line, sentence }) => (
                  <li key={line}>{words.line(line, visibleText(sentence))}</li>
                ))}
              </ul>
            </details>
          )}
        </Stack>
      )
    }
  }
}

function OpenedFiles({ files }: { files: readonly CaseFile[] }) {
  const { navigation } = useApp()
  const client = useClient()
  const ask = useAsk()
  const close = async ({ id, name }: CaseFile) =>
    ask.confirm({
      title: words.closeQuestion(visibleText(name)),
      text: words.closeText,
      yes: words.close,
      no: words.keep,
      run: async () =>
        client.caseFiles.remove({ id }).then(
          () => null,
          (error: unknown) => problemOf(error).message,
        ),
    })
  return (
    <DataTable
      label={words.listTitle}
      empty={words.none}
      rows={files}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          head: words.name,
          names: true,
          cell: ({ id, name }) => (
            <a href={navigation.href({ screen: 'case-files', deliveryId: id })}>{visibleText(name)}</a>
          ),
        },
        {
          key: 'deliveries',
          head: words.columns.deliveries,
          numeric: true,
          cell: ({ deliveries }) => groupDigits(deliveries),
        },
        { key: 'recheck', head: words.recheck, cell: ({ rechecked }) => words.rechecked(rechecked) },
        { key: 'at', head: words.openedAt, cell: ({ openedAt }) => <Time at={openedAt} form="ago" /> },
      ]}
      actions={(file) => (
        <Button look="quiet" onClick={() => void close(file)}>
          {words.close}
        </Button>
      )}
    />
  )
}
