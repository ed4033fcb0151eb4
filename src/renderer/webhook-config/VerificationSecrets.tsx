import type { SharedSecretState } from '../../shared/wireTypes.ts'
import { Seal } from '../ui/Seal.tsx'
import { Section } from '../ui/Section.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'

/** Every secret that deliveries are checked against. */
export function VerificationSecrets({ secrets }: { secrets: readonly SharedSecretState[] }) {
  if (secrets.length === 0) return null
  return (
    <Section
      title="Secrets that verify"
      lead="Deliveries are checked against each of them, so that nothing breaks while a new secret takes hold."
    >
      <Table label="Secrets that verify" head={['Fingerprint', 'Role', 'Set']}>
        {secrets.map(({ id, fingerprint, current, createdAt }) => (
          <tr key={id}>
            <th scope="row" className="mono">
              {fingerprint}
            </th>
            <td>
              <span className="config-role">
                <Seal verdict={current ? 'valid' : 'valid-previous'} />
                {current ? 'current' : 'previous'}
              </span>
            </td>
            <td>
              <Time at={createdAt} />
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
