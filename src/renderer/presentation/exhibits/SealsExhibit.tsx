import type { Verdict } from '../../../shared/model.ts'
import { Seal } from '../../ui/Seal.tsx'
import { exhibitWords, sealWords } from '../../words/presentation.ts'

const shown: readonly Verdict[] = ['valid', 'valid-previous', 'invalid']

/** The seals that the script shows. */
export function SealsExhibit() {
  return (
    <ul className="exhibit-seals" aria-label={exhibitWords.seals}>
      {shown.map((verdict) => (
        <li key={verdict}>
          <Seal verdict={verdict} size={44} />
          <strong>{sealWords[verdict].name}</strong>
          <span>{sealWords[verdict].means}</span>
        </li>
      ))}
    </ul>
  )
}
