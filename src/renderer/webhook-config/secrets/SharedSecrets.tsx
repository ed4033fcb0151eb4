import type { Environment, SharedSecretState } from '../../../shared/wireTypes.ts'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { AddSecret } from './AddSecret.tsx'
import { CheckAll } from './CheckAll.tsx'
import { Rotation } from './Rotation.tsx'
import { secretStanding } from './secretWords.ts'
import { useLiveUses } from './useLiveUses.ts'
import './SharedSecrets.css'

/** Every secret that this environment's deliveries are checked against, and the way from one to the next. */
export function SharedSecrets({ environment: stored }: { environment: Environment }) {
  const environment = useLiveUses(stored)
  return (
    <>
      <Section
        title="Shared secrets"
        lead="Deliveries are checked against each one that is accepted, so that nothing breaks while a new one takes hold. A retired one proves nothing any more, but still helps to explain."
        actions={<CheckAll />}
      >
        {environment.sharedSecrets.length > 0 && <SecretTable environment={environment} />}
        <AddSecret environment={environment} />
      </Section>
      <Rotation environment={environment} />
    </>
  )
}

function SecretTable({ environment }: { environment: Environment }) {
  const client = useClient()
  const retire = useCall(async (secretId: string, retired: boolean) =>
    client.environments.retireSecret({ id: environment.id, secretId, retired }),
  )
  return (
    <>
      <Table label="Shared secrets" head={['Secret', 'Fingerprint', 'Last used', 'Standing']} actions>
        {environment.sharedSecrets.map((secret) => (
          <SecretRow
            key={secret.id}
            secret={secret}
            busy={retire.busy}
            onRetire={(retired) => void retire.run(secret.id, retired)}
          />
        ))}
      </Table>
      {retire.problem !== null && <ErrorNote>{retire.problem.message}</ErrorNote>}
    </>
  )
}

interface SecretRowProps {
  secret: SharedSecretState
  busy: boolean
  onRetire: (retired: boolean) => void
}

function SecretRow({ secret, busy, onRetire }: SecretRowProps) {
  const standing = secretStanding(secret)
  return (
    <tr data-standing={standing}>
      <th scope="row" title={`Since ${secret.createdAt} (UTC)`}>
        {secret.label}
      </th>
      <td className="mono">{secret.fingerprint}</td>
      <td>
        {secret.lastUsedAt === null ? <span className="muted">never</span> : <Time at={secret.lastUsedAt} form="ago" />}
      </td>
      <td>
        <span className="secret-standing">
          <Seal verdict={standingSeals[standing]} />
          <span>
            {standing}
            {secret.retiredAt !== null && (
              <>
                {' since '}
                <Time at={secret.retiredAt} />
              </>
            )}
          </span>
        </span>
      </td>
      <td className="table-actions">
        {!secret.current && (
          <Button
            look="quiet"
            busy={busy}
            aria-label={`${standing === 'retired' ? 'Accept again' : 'Retire'} ${secret.fingerprint ?? ''}`}
            onClick={() => onRetire(standing !== 'retired')}
          >
            {standing === 'retired' ? 'Accept again' : 'Retire'}
          </Button>
        )}
      </td>
    </tr>
  )
}

const standingSeals = { current: 'valid', accepted: 'valid-previous', retired: 'no-secret' } as const
