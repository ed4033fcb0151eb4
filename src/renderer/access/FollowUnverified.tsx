import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Section } from '../ui/Section.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'

/** Whether objects are fetched that nothing proves were named by the service. Takes effect at once. */
export function FollowUnverified({ environment }: { environment: Environment }) {
  const client = useClient()
  const save = useCall(async (followUnverified: boolean) =>
    client.environments.update({ id: environment.id, followUnverified }),
  )
  return (
    <Section
      title="Follow-ups"
      lead="The object that a delivery names is fetched when its signature is valid. This switch takes effect at once."
    >
      <SwitchField
        label="Fetch also for deliveries whose signature is not valid"
        hint="The risk: whoever knows the receiver address then decides which objects are asked for with your credentials."
        checked={environment.followUnverified}
        disabled={save.busy}
        onChange={(on) => void save.run(on)}
      />
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </Section>
  )
}
