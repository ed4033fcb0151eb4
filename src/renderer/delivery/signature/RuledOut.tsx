import type { Explanation } from '../../../shared/wireTypes.ts'
import { groupDigits } from '../../ui/format.ts'
import { signatureWords } from '../../words/signature.ts'
import { triedWords } from './signatureWords.ts'
import './RuledOut.css'

/** How far the search went, and what it tried in vain. `open` shows the list from the start. */
export function RuledOut({ explanation, open = false }: { explanation: Explanation; open?: boolean }) {
  const { ruledOut } = explanation
  return (
    <div className="ruled-out">
      <p className="muted">{triedWords(explanation)}</p>
      {ruledOut.length > 0 && (
        <details open={open}>
          <summary>{signatureWords.ruledOut}</summary>
          <dl className="ruled-out-list">
            {ruledOut.map(({ what, count }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd className="numbers">{groupDigits(count)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
