import type { DemoScriptStepId } from '../../../shared/wireTypes.ts'
import type { StepFacts } from '../useStepFacts.ts'
import { ChangeExhibit } from './ChangeExhibit.tsx'
import { ObjectExhibit } from './ObjectExhibit.tsx'
import { ProofExhibit } from './ProofExhibit.tsx'
import { RetryExhibit } from './RetryExhibit.tsx'
import { SealsExhibit } from './SealsExhibit.tsx'
import { SecretsExhibit } from './SecretsExhibit.tsx'
import { StoryExhibit } from './StoryExhibit.tsx'
import { TallyExhibit } from './TallyExhibit.tsx'
import './Exhibit.css'

interface ExhibitProps {
  step: DemoScriptStepId
  facts: StepFacts
}

/** What a step shows under the line: the one thing that the room should remember of it. */
export function Exhibit({ step, facts }: ExhibitProps) {
  switch (step) {
    case 'intro':
      return <SealsExhibit />
    case 'create':
      return <ObjectExhibit facts={facts} />
    case 'processing':
      return <ChangeExhibit facts={facts} />
    case 'settled':
      return <StoryExhibit facts={facts} />
    case 'tampered':
      return <ProofExhibit facts={facts} />
    case 'retry':
      return <RetryExhibit facts={facts} />
    case 'rotation':
      return <SecretsExhibit facts={facts} />
    case 'summary':
      return <TallyExhibit facts={facts} />
  }
}
