import { SelectField } from '../../../ui/fields/Select.tsx'
import { Download, Eye } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { unexplainedSentence } from '../../../../shared/words/caseFiles.ts'
import type { ExportInput, ExportPreview } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { CheckboxGroup } from '../../../ui/fields/Checkbox.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { type ExportState, useExport, usePreview } from './useExport.ts'
import { caseWords as words } from './words.ts'

type Detector = keyof typeof words.detectors

interface Draft {
  filter: string
  as: NonNullable<ExportInput['as']>
  personal: string[]
  pointers: string
  withoutFingerprints: boolean
  exactBodies: boolean
}

/** Chooses deliveries and what is left out, shows what that changes, and saves a file. */
export function ExportSection({ caseId }: { caseId?: string }) {
  const { store } = useApp()
  const environment = useAppState((state) => state.feed.status?.environment)
  const toExport = useAppState((state) => state.toExport)
  const filter = useAppState((state) => state.route.filter)
  const [draft, setDraft] = useState<Draft>({ ...startDraft, filter: caseId === undefined ? filter : '' })
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const { state, start, cancel } = useExport()
  const preview = usePreview()
  const previewButton = useRef<HTMLButtonElement>(null)
  const exportButton = useRef<HTMLButtonElement>(null)
  const chosen = caseId === undefined ? toExport : null
  const input: ExportInput = {
    as: draft.as,
    selection:
      chosen === null
        ? {
            filter: draft.filter,
            ...(caseId === undefined ? { environment: environment?.id ?? '' } : { case: caseId }),
          }
        : 'ids' in chosen
          ? { ids: [...chosen.ids] }
          : chosen,
    redaction: redactionOf(draft),
  }
  const isRunning = state.kind === 'running'
  return (
    <Section title={words.exportTitle} lead={words.exportLead}>
      <Form onSubmit={() => start(input)} aria-label={words.exportTitle}>
        <Stack>
          {chosen === null ? (
            <TextField
              label={caseId === undefined ? words.filterOf(environment?.name ?? '') : words.filter}
              hint={words.filterHint}
              value={draft.filter}
              onChange={(value) => set({ filter: value })}
              mono
            />
          ) : (
            <Row>
              <output>
                {'ids' in chosen
                  ? words.selected(chosen.ids.length)
                  : words.story(visibleText(chosen.object.resourceType))}{' '}
                {'object' in chosen && <code>{visibleText(chosen.object.resourceId)}</code>}
              </output>
              <Button onClick={() => store.setState({ toExport: null })}>{words.byFilter}</Button>
            </Row>
          )}
          <RedactionFields draft={draft} set={set} />
          <Row>
            <Button
              ref={previewButton}
              icon={<Eye aria-hidden="true" />}
              busy={preview.running}
              onClick={() => void preview.start(input)}
            >
              {words.preview}
            </Button>
            {preview.running && <StopButton label={words.stopPreview} next={previewButton} onStop={preview.stop} />}
            <Button
              ref={exportButton}
              type="submit"
              look="primary"
              icon={<Download aria-hidden="true" />}
              busy={isRunning}
            >
              {words.export}
            </Button>
            {isRunning && <StopButton label={words.cancel} next={exportButton} onStop={cancel} />}
          </Row>
          <Progress state={state} />
          {preview.problem !== null && <ErrorNote>{preview.problem}</ErrorNote>}
          {preview.preview !== null && <Preview preview={preview.preview} running={preview.running} />}
        </Stack>
      </Form>
    </Section>
  )
}

interface StopButtonProps {
  label: string
  onStop: () => void
  next: RefObject<HTMLButtonElement | null>
}

/** Ends what goes on, and goes away when that has ended: where it had the focus then, `next` gets it. */
function StopButton({ label, onStop, next }: StopButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [button, follower] = [own.current, next.current]
    return () => {
      if (document.activeElement === button) follower?.focus()
    }
  }, [next])
  return (
    <Button ref={own} onClick={onStop}>
      {label}
    </Button>
  )
}

const startDraft: Draft = {
  filter: '',
  as: 'case',
  personal: [],
  pointers: '',
  withoutFingerprints: false,
  exactBodies: false,
}

function redactionOf({ personal, pointers, withoutFingerprints, exactBodies }: Draft): ExportInput['redaction'] {
  return {
    personal: personal as Detector[],
    pointers: pointers.split(/\s+/).filter((pointer) => pointer !== ''),
    fingerprints: withoutFingerprints ? 'left-out' : 'kept',
    exactBodies,
  }
}

function RedactionFields({ draft, set }: { draft: Draft; set: (change: Partial<Draft>) => void }) {
  const forms = Object.entries(words.forms).map(([value, label]) => ({ value: value as Draft['as'], label }))
  const detectors = Object.entries(words.detectors).map(([value, label]) => ({ value, label }))
  return (
    <>
      <SelectField label={words.form} options={forms} value={draft.as} onChange={(as) => set({ as })} />
      <CheckboxGroup
        label={words.personal}
        options={detectors}
        value={draft.personal}
        onChange={(personal) => set({ personal })}
      />
      <TextField
        label={words.pointers}
        hint={words.pointersHint}
        value={draft.pointers}
        onChange={(pointers) => set({ pointers })}
        mono
      />
      <SwitchField
        label={words.fingerprints}
        hint={words.fingerprintsHint}
        checked={draft.withoutFingerprints}
        onChange={(withoutFingerprints) => set({ withoutFingerprints })}
      />
      <SwitchField
        label={words.exactBodies}
        hint={words.exactBodiesHint}
        checked={draft.exactBodies}
        onChange={(exactBodies) => set({ exactBodies })}
      />
    </>
  )
}

function Progress({ state }: { state: ExportState }) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'running':
      return (
        <output className="numbers" aria-live="off">
          {words.progress(state.done, state.total, state.size)}
        </output>
      )
    case 'saved':
      return (
        <Stack>
          <output>{words.saved(state.name, state.size)}</output>
          {state.unexplained > 0 && <ErrorNote look="warn">{unexplainedSentence(state.unexplained)}</ErrorNote>}
        </Stack>
      )
    case 'cancelled':
      return <output>{words.cancelled}</output>
    case 'failed':
      return <ErrorNote>{state.problem}</ErrorNote>
  }
}

/** Replacements by redaction, their places, and the checks that they make impossible. */
function Preview({ preview, running }: { preview: ExportPreview; running: boolean }) {
  const { counts, examples, unchecked, unread } = preview
  const reasons = words.unchecked(unchecked)
  const { columns } = words
  return (
    <Stack aria-label={words.preview} role="group">
      {/* Counted several times a second: only the end is said aloud. */}
      <output className="numbers" aria-live={running ? 'off' : 'polite'}>
        {words.looked(preview, running)}
      </output>
      {preview.failed > 0 && <output aria-live={running ? 'off' : 'polite'}>{words.failed(preview)}</output>}
      {reasons !== '' && <ErrorNote look="warn">{words.uncheckedTitle(reasons)}</ErrorNote>}
      {unread.map(({ reason, count, leftOut }) => (
        <ErrorNote key={reason} look="warn">
          {words.unread(reason, count, leftOut)}
        </ErrorNote>
      ))}
      <DataTable
        caption={words.counts}
        empty={words.nothing}
        rows={counts}
        rowKey={({ kind }) => kind}
        columns={[
          { key: 'kind', head: columns.kind, names: true, cell: ({ kind }) => words.kinds[kind] },
          { key: 'count', head: columns.count, numeric: true, cell: ({ count }) => groupDigits(count) },
          {
            key: 'deliveries',
            head: columns.deliveries,
            numeric: true,
            cell: ({ deliveries }) => groupDigits(deliveries),
          },
        ]}
      />
      {examples.length > 0 && (
        <DataTable
          caption={words.examples}
          look="values"
          rows={examples}
          rowKey={(_example, place) => place}
          columns={[
            { key: 'delivery', head: columns.delivery, names: true, cell: ({ deliveryId }) => deliveryId },
            { key: 'at', head: columns.at, mono: true, cell: ({ at }) => visibleText(at) },
            { key: 'before', head: columns.before, mono: true, cell: ({ before }) => visibleText(before) },
            { key: 'after', head: columns.after, mono: true, cell: ({ after }) => visibleText(after) },
          ]}
        />
      )}
    </Stack>
  )
}
