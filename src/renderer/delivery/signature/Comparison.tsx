import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Signature } from '../../../shared/wireTypes.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { countOf } from '../../ui/format.ts'
import type { Stretch } from '../alignTexts.ts'
import { visibleText } from '../visibleText.ts'
import { compareDigests, differenceWords } from './compareDigests.ts'
import { closestDigest, digestsIn } from './digestsIn.ts'

/** A header may be a megabyte; nobody reads more of it than this. */
const longestShown = 240

/** Received and expected under each other, so that the eye can compare them place by place. */
export function Comparison({ signature, scheme }: { signature: Signature; scheme: SignatureScheme }) {
  const { received, expected } = signature
  const digests = received === null ? [] : digestsIn(received, scheme.form)
  const digest = closestDigest(digests, expected) ?? null
  const canCompare = digest !== null && expected !== null && digest.length <= 256
  const differs = canCompare && digest !== expected
  return (
    <section className="tab-group" aria-label="Received and expected">
      <h3>Received and expected</h3>
      {canCompare ? (
        <PlaceByPlace received={digest} expected={expected} />
      ) : (
        <dl className="compare">
          <dt>received</dt>
          <dd>{digest === null ? <Nothing text="no digest" /> : <Whole text={digest} />}</dd>
          <dt>expected</dt>
          <dd>{expected === null ? <Nothing text="nothing to compute it with" /> : <Whole text={expected} />}</dd>
        </dl>
      )}
      {received !== null && received !== digest && (
        <dl className="compare">
          <dt>header</dt>
          <dd>
            <Whole text={received} />
          </dd>
        </dl>
      )}
      {digests.length > 1 && (
        <p className="view-note">
          The header has {digests.length} signatures; shown is the one closest to the expected.
        </p>
      )}
      {differs && <p className="view-note">{differenceWords(digest, expected)} Places that differ are underlined.</p>}
    </section>
  )
}

/** Line by line in pairs: a digest that needs two lines has its second pair under the first. */
function PlaceByPlace({ received, expected }: { received: string; expected: string }) {
  return (
    <div className="compare-pairs">
      {compareDigests(received, expected).map((row, index) => (
        <dl key={row.at} className="compare">
          <dt>{index === 0 ? 'received' : <span className="unseen">received, continued</span>}</dt>
          <dd className="digest">
            <DigestLine stretches={row.received} />
            {index === 0 && <CopyButton text={received} what="the received digest" />}
          </dd>
          <dt>{index === 0 ? 'expected' : <span className="unseen">expected, continued</span>}</dt>
          <dd className="digest">
            <DigestLine stretches={row.expected} />
            {index === 0 && <CopyButton text={expected} what="the expected digest" />}
          </dd>
        </dl>
      ))}
    </div>
  )
}

function DigestLine({ stretches }: { stretches: readonly Stretch[] }) {
  return (
    <code>
      {stretches.map(({ at, same, text }) =>
        same ? (
          <span key={at}>{visibleText(text)}</span>
        ) : (
          <mark key={at} className="digest-differs">
            {visibleText(text)}
          </mark>
        ),
      )}
    </code>
  )
}

function Nothing({ text }: { text: string }) {
  return <span className="muted">{text}</span>
}

function Whole({ text }: { text: string }) {
  return (
    <span className="digest">
      <code>
        {visibleText(text.slice(0, longestShown))}
        {text.length > longestShown && `… ${countOf(text.length, 'character')} in all`}
      </code>
      <CopyButton text={text} what="this text" />
    </span>
  )
}
