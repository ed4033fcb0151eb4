import { Copy, Download, Pencil, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Environment } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { environmentWords } from '../../words/environments.ts'
import { CreateEnvironment } from './CreateEnvironment.tsx'
import { DeleteEnvironment } from './DeleteEnvironment.tsx'
import { DuplicateEnvironment } from './DuplicateEnvironment.tsx'
import { ImportEnvironments } from './ImportEnvironments.tsx'
import { RenameEnvironment } from './RenameEnvironment.tsx'
import { useExport } from './useExport.ts'
import './Environments.css'

type Question = 'duplicate' | 'rename' | 'delete'

/** All environments: switch, create, copy, rename, delete, and take along as a file. */
export function EnvironmentList() {
  const client = useClient()
  const environments = useAppState((state) => state.feed.environments)
  const [asked, setAsked] = useState<{ what: Question; id: string } | null>(null)
  const [importing, setImporting] = useState(false)
  const activate = useCall(async (id: string) => client.environments.activate({ id }))
  const save = useExport()
  const about = (what: Question) =>
    asked?.what === what ? (environments.find(({ id }) => id === asked.id) ?? null) : null
  const close = () => setAsked(null)
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
            title={nothingToExport ? environmentWords.nothingToExport : environmentWords.exportNote}
            onClick={() => void save.run()}
          >
            {environmentWords.exportAll}
          </Button>
        </>
      }
    >
      <Table label={environmentWords.title} head={[environmentWords.name, environmentWords.baseUrl]} actions>
        {environments.map((environment) => (
          <EnvironmentRow
            key={environment.id}
            environment={environment}
            busy={activate.busy}
            onUse={() => void activate.run(environment.id)}
            onExport={() => void save.run(environment.id)}
            onAsk={(what) => setAsked({ what, id: environment.id })}
          />
        ))}
      </Table>
      <p className="unseen" role="status">
        {environmentWords.isInUse(environments.find(({ active }) => active)?.name ?? '')}
      </p>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      <CreateEnvironment />
      <DuplicateEnvironment environment={about('duplicate')} onClose={close} />
      <RenameEnvironment environment={about('rename')} onClose={close} />
      <DeleteEnvironment environment={about('delete')} onClose={close} />
      <ImportEnvironments open={importing} onClose={() => setImporting(false)} />
    </Section>
  )
}

interface EnvironmentRowProps {
  environment: Environment
  /** Another one is being put in use. */
  busy: boolean
  onUse: () => void
  onExport: () => void
  onAsk: (what: Question) => void
}

function EnvironmentRow({ environment, busy, onUse, onExport, onAsk }: EnvironmentRowProps) {
  const { name, kind, active, baseUrl } = environment
  return (
    <tr>
      <th scope="row">
        <span className="environment-name">{name}</span>{' '}
        {kind === 'sandbox' && (
          <span className="environment-tag" title={environmentWords.builtInNote}>
            {environmentWords.builtIn}
          </span>
        )}
      </th>
      <td className="mono muted environment-base">{baseUrl === '' ? environmentWords.notSet : baseUrl}</td>
      <td className="table-actions">
        {active ? (
          <span className="environment-active">{environmentWords.inUse}</span>
        ) : (
          <Button
            look="quiet"
            className="environment-use"
            busy={busy}
            aria-label={environmentWords.takeNamed(name)}
            onClick={onUse}
          >
            {environmentWords.use}
          </Button>
        )}
        <span className="environment-buttons">
          <IconButton
            label={environmentWords.duplicateNamed(name)}
            icon={<Copy />}
            onClick={() => onAsk('duplicate')}
          />
          {kind === 'service' && (
            <>
              <IconButton label={environmentWords.exportNamed(name)} icon={<Download />} onClick={onExport} />
              <IconButton
                label={environmentWords.renameNamed(name)}
                icon={<Pencil />}
                onClick={() => onAsk('rename')}
              />
              <IconButton
                label={environmentWords.deleteNamed(name)}
                icon={<Trash2 />}
                onClick={() => onAsk('delete')}
              />
            </>
          )}
        </span>
      </td>
    </tr>
  )
}
