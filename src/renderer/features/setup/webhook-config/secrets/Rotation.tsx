import { useState } from 'react'
import type { Environment } from '../../../../../shared/wireTypes.ts'
import { DoneNote } from '../../../../ui/DoneNote.tsx'
import { Section } from '../../../../ui/Section.tsx'
import { rotationWords } from './words.ts'
import { StartRotation } from './StartRotation.tsx'
import { useAppState, useClient } from '../../../../data/state/useApp.ts'
import { useCall } from '../../../../data/state/useCall.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ErrorNote } from '../../../../ui/ErrorNote.tsx'
import { useNow } from '../../../../ui/useNow.ts'
import { type RotationStep, rotationSteps } from './rotationSteps.ts'
import styles from './Rotation.module.css'

/** The assistant that goes from one shared secret to the next without a delivery being lost. */
export function Rotation({ environment }: { environment: Environment }) {
  const { rotation, sharedSecrets } = environment
  // The end of a rotation that was watched here is told once; a page that comes later sees it in the table.
  const [watched, setWatched] = useState(rotation?.secretId ?? null)
  if (rotation !== null && rotation.secretId !== watched) setWatched(rotation.secretId)
  const rested = sharedSecrets.every(({ id, retiredAt }) => id === watched || retiredAt !== null)
  return (
    <Section title={rotationWords.title} lead={rotationWords.lead}>
      {rotation === null ? (
        <>
          {watched !== null && rested && <DoneNote>{rotationWords.done}</DoneNote>}
          <StartRotation environment={environment} />
        </>
      ) : (
        <RotationProgress environment={environment} />
      )}
    </Section>
  )
}

/** Three steps, the one that is on now with what to do in it. */
function RotationProgress({ environment }: { environment: Environment }) {
  const client = useClient()
  const now = useNow(5000)
  const end = useCall(async () => client.environments.endRotation({ id: environment.id }))
  const retire = useCall(async () => {
    const old = environment.sharedSecrets.filter(
      ({ id, retiredAt }) => id !== environment.rotation?.secretId && retiredAt === null,
    )
    for (const { id } of old) await client.environments.retireSecret({ id: environment.id, secretId: id })
    return client.environments.endRotation({ id: environment.id })
  })
  const problem = end.problem ?? retire.problem
  return (
    <>
      <ol className={styles.steps} aria-label={rotationWords.steps}>
        {rotationSteps(environment, now).map((step) => (
          <Step key={step.id} step={step} environment={environment} />
        ))}
      </ol>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      <div className={styles.actions}>
        {environment.rotation?.state === 'waiting' && (
          <Button busy={retire.busy} onClick={() => void retire.run()}>
            {rotationWords.retireNow}
          </Button>
        )}
        <Button look="quiet" busy={end.busy} hint={rotationWords.endNote} onClick={() => void end.run()}>
          {rotationWords.end}
        </Button>
      </div>
    </>
  )
}

function Step({ step, environment }: { step: RotationStep; environment: Environment }) {
  return (
    <li className={styles.step} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
      <div>
        <h3>
          {step.title}
          {step.state === 'done' && <span className={styles.done}> {rotationWords.stepDone}</span>}
        </h3>
        <p className={styles.detail}>{step.detail}</p>
        {step.id === 'apply' && step.state === 'now' && <ApplySecret environment={environment} />}
      </div>
    </li>
  )
}

/** The service is told with one call; another sender by hand. */
function ApplySecret({ environment }: { environment: Environment }) {
  const client = useClient()
  const enabled = useAppState((state) => state.feed.status?.webhookConfig.desired.enabled ?? false)
  // With the switch given, the secret goes along because it differs, and nothing else is touched.
  const apply = useCall(async () => client.webhookConfig.apply({ id: environment.id, enabled }))
  const copy = useCall(async () => {
    const { text } = await client.environments.reveal({ id: environment.id, secret: 'sharedSecret' })
    await navigator.clipboard.writeText(text)
    return true
  })
  const told = useCall(async () => client.environments.senderTold({ id: environment.id }))
  const problem = apply.problem ?? copy.problem ?? told.problem
  const isService = environment.signatureScheme === 'service'
  return (
    <div className={styles.apply}>
      {!isService && <p className={styles.detail}>{rotationWords.tellSender}</p>}
      <div className={styles.actions}>
        {isService && (
          <Button look="primary" busy={apply.busy} onClick={() => void apply.run()}>
            {rotationWords.applyAtService}
          </Button>
        )}
        <Button look="quiet" busy={copy.busy} onClick={() => void copy.run()}>
          {copy.answer === true ? rotationWords.copied : rotationWords.copy}
        </Button>
        {!isService && (
          <Button look="primary" busy={told.busy} onClick={() => void told.run()}>
            {rotationWords.entered}
          </Button>
        )}
      </div>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </div>
  )
}
