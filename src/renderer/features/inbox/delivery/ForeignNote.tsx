import type { ForeignDelivery } from '../../../../shared/wireTypes.ts'
import { verdictNames } from '../../../text/verdictWords.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { foreignWords as words } from './words.ts'

/** Says of a delivery out of a file that it is one, what checking it here found, and what is not in it. */
export function ForeignNote({ foreign }: { foreign: ForeignDelivery }) {
  const { caseName, originalId, verdict, recheck, note, redactions } = foreign
  return (
    <>
      <ErrorNote look={recheck.state === 'same' ? 'good' : 'warn'}>
        {words.from(visibleText(caseName), visibleText(originalId), verdictNames[verdict])} {recheck.sentence}
      </ErrorNote>
      {note !== null && recheck.state !== 'cannot' && <ErrorNote look="warn">{visibleText(note)}</ErrorNote>}
      {(redactions.places?.length ?? 0) > 0 && (
        <details>
          <summary>{words.replaced((redactions.places?.length ?? 0) + (redactions.more ?? 0))}</summary>
          <ul>
            {redactions.places?.map(({ at, kind }) => (
              <li key={`${kind} ${at}`}>{visibleText(`${at} (${kind})`)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
