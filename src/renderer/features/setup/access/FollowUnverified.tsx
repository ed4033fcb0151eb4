import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { accessWords } from './words.ts'

/** Whether objects are fetched that nothing proves were named by the service. Takes effect at once. */
export function FollowUnverified({ environment }: { environment: Environment }) {
  const client = useClient()
  const save = useCall(async (followUnverified: boolean) =>
    client.environments.update({ id: environment.id, followUnverified }),
  )
  return (
    <Section title={accessWords.followUps} lead={accessWords.followUpsLead}>
      <SwitchField
        label={accessWords.followUnverified}
        hint={accessWords.followUnverifiedHint}
        checked={environment.followUnverified}
        onChange={(on) => {
          // Not disabled while it is saved: the focus would be lost.
          if (!save.busy) void save.run(on)
        }}
      />
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </Section>
  )
}
