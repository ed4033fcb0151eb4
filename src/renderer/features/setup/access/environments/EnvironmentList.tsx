import { Copy, Download, Pencil, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { senderPreset } from '../../../../../shared/signature/schemePresets.ts'
import type { Environment } from '../../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../../data/state/useApp.ts'
import { useCall } from '../../../../data/state/useCall.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { type Column, DataTable } from '../../../../ui/DataTable.tsx'
import { ErrorNote } from '../../../../ui/ErrorNote.tsx'
import { TextField } from '../../../../ui/Field.tsx'
import { Form } from '../../../../ui/Form.tsx'
import { Section } from '../../../../ui/Section.tsx'
import { SenderField } from '../signature/SenderField.tsx'
import { ImportEnvironments } from './ImportEnvironments.tsx'
import { useEnvironmentQuestions } from './useEnvironmentQuestions.tsx'
import { useExport } from './useExport.ts'
import { environmentWords } from './words.ts'
import styles from './Environments.module.css'

/** All environments: switch, create, copy, rename, delete, and take along as a file. */
export function EnvironmentList() {
  const client = useClient()
  const environments = useAppState((state) => state.feed.environments)
  const questions = useEnvironmentQuestions()
  const [importing, setImporting] = useState(false)
  const activate = useCall(async (id: string) => client.environments.activate({ id }))
  const save = useExport()
  const problem = activate.problem ?? save.problem
  const nothingToExport = environments.every(({ kind }) => kind === 'sandbox')
  return (
    <Section
      title={environmentWords.title}
      lead={environmentWords.lead}
      actions={
        <>
          <Button icon={<Upload />} onClick={() => setImporting(true)}>
            {environmentWords.import}
          </Button>
          <Button
            icon={<Download />}
            busy={save.busy}
            disabled={nothingToExport}
            hint={nothingToExport ? environmentWords.nothingToExport : environmentWords.exportNote}
            onClick={() => void save.run()}
          >
            {environmentWords.exportAll}
          </Button>
        </>
      }
    >
      <DataTable
        label={environmentWords.title}
        rows={environments}
        rowKey={({ id }) => id}
        columns={columns}
        actions={(environment) => (
          <EnvironmentActions
            environment={environment}
            busy={activate.busy}
            onUse={() => void activate.run(environment.id)}
            onExport={() => void save.run(environment.id)}
            questions={questions}
          />
        )}
      />
      <p className="unseen" role="status">
        {environmentWords.isInUse(environments.find(({ active }) => active)?.name ?? '')}
      </p>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      <CreateEnvironment />
      <ImportEnvironments open={importing} onClose={() => setImporting(false)} />
    </Section>
  )
}

const columns: readonly Column<Environment>[] = [
  {
    key: 'name',
    head: environmentWords.name,
    names: true,
    cell: ({ name, kind }) => (
      <>
        <span className={styles.name}>{name}</span>{' '}
        {kind === 'sandbox' && (
          <span className={styles.tag} title={environmentWords.builtInNote}>
            {environmentWords.builtIn}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'baseUrl',
    head: environmentWords.baseUrl,
    mono: true,
    className: `muted ${styles.base}`,
    cell: ({ kind, baseUrl, signatureScheme, ownScheme }) =>
      kind === 'sender'
        ? (senderPreset(signatureScheme)?.scheme.label ?? ownScheme?.label)
        : baseUrl === ''
          ? environmentWords.notSet
          : baseUrl,
  },
]

interface EnvironmentActionsProps {
  environment: Environment
  /** Another one is being put in use. */
  busy: boolean
  onUse: () => void
  onExport: () => void
  questions: ReturnType<typeof useEnvironmentQuestions>
}

function EnvironmentActions({ environment, busy, onUse, onExport, questions }: EnvironmentActionsProps) {
  const { name, kind, active } = environment
  return (
    <>
      {active ? (
        <span className={styles.active}>{environmentWords.inUse}</span>
      ) : (
        <Button
          look="quiet"
          className={styles.use}
          busy={busy}
          aria-label={environmentWords.takeNamed(name)}
          onClick={onUse}
        >
          {environmentWords.use}
        </Button>
      )}
      <span className={styles.buttons}>
        <IconButton
          label={environmentWords.duplicateNamed(name)}
          icon={<Copy />}
          onClick={() => questions.duplicate(environment)}
        />
        {kind !== 'sandbox' && (
          <>
            <IconButton label={environmentWords.exportNamed(name)} icon={<Download />} onClick={onExport} />
            <IconButton
              label={environmentWords.renameNamed(name)}
              icon={<Pencil />}
              onClick={() => questions.rename(environment)}
            />
            <IconButton
              label={environmentWords.deleteNamed(name)}
              icon={<Trash2 />}
              onClick={() => questions.remove(environment)}
            />
          </>
        )}
      </span>
    </>
  )
}

/** An empty environment, put in use at once. */
function CreateEnvironment() {
  const client = useClient()
  const [name, setName] = useState('')
  const [sender, setSender] = useState('service')
  const create = useCall(async () => {
    const created = await client.environments.create({
      name: name.trim(),
      kind: sender === 'service' ? 'service' : 'sender',
      signatureScheme: sender,
    })
    setName('')
    setSender('service')
    await client.environments.activate({ id: created.id })
    return created
  })
  return (
    <Form
      className={styles.new}
      onSubmit={() => {
        if (name.trim() !== '') void create.run()
      }}
    >
      <SenderField label={environmentWords.sender} value={sender} onChange={setSender} />
      <TextField
        label={environmentWords.newOne}
        placeholder={environmentWords.newExample}
        maxLength={80}
        value={name}
        onChange={(value) => {
          create.reset()
          setName(value)
        }}
        problem={create.problem?.message}
        hint={environmentWords.newHint}
        after={
          <Button type="submit" busy={create.busy} disabled={name.trim() === ''}>
            {environmentWords.create}
          </Button>
        }
      />
    </Form>
  )
}
