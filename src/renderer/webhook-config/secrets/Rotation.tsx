import { useState } from 'react'
import type { Environment } from '../../../shared/wireTypes.ts'
import { DoneNote } from '../../ui/DoneNote.tsx'
import { Section } from '../../ui/Section.tsx'
import { rotationWords } from '../../words/webhookConfig.ts'
import { RotationProgress } from './RotationProgress.tsx'
import { StartRotation } from './StartRotation.tsx'
import './Rotation.css'

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
