import { isVerified } from '../../shared/model.ts'
import type { Delivery, Signature } from '../../shared/wireTypes.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Seal } from '../ui/Seal.tsx'
import { Fact, Facts } from '../ui/Section.tsx'
import { verdictNames } from '../ui/verdictNames.ts'
import { alignTexts } from './alignTexts.ts'
import { verdictSentence } from './verdictSentence.ts'
import { VerifySnippets } from './VerifySnippets.tsx'
import { visibleText } from './visibleText.ts'
import './SignatureTab.css'

/** The check spelled out: what came, what the secret gives, and what follows from the two. */
export function SignatureTab({ delivery: { signature } }: { delivery: Delivery }) {
  return (
    <div className="tab-body">
      <div className="verdict" data-verdict={signature.verdict}>
        <Seal verdict={signature.verdict} size={48} />
        <div>
          <h3 className="verdict-name">{verdictNames[signature.verdict]}</h3>
          <p className="verdict-text">{verdictSentence(signature.verdict, signature.header)}</p>
        </div>
      </div>
      <Comparison signature={signature} />
      <Findings signature={signature} />
      <section className="tab-group" aria-label="How it is checked">
        <h3>How it is checked</h3>
        <Facts>
          <Fact name="Header">
            <code>{signature.header}</code>
          </Fact>
          <Fact
            name="Scheme"
            note="Base64 of HMAC-SHA256, keyed with the shared secret as UTF-8, over the body's raw bytes."
          >
            {signature.scheme}
          </Fact>
          <Fact name="Secret">
            {signature.secret === null ? (
              <span className="muted">none set</span>
            ) : (
              <>
                {signature.secret.label} <span className="muted">fingerprint</span>{' '}
                <code>{signature.secret.fingerprint}</code>
              </>
            )}
          </Fact>
        </Facts>
      </section>
      <VerifySnippets header={signature.header} />
    </div>
  )
}

/** Received and expected under each other, so that the eye can compare them place by place. */
function Comparison({ signature: { received, expected, verdict } }: { signature: Signature }) {
  const differs = received !== null && expected !== null && received !== expected
  return (
    <section className="tab-group" aria-label="Received and expected">
      <h3>Received and expected</h3>
      <dl className="compare">
        <dt>received</dt>
        <dd>
          {received === null ? (
            <Nothing text="no such header" />
          ) : (
            <Digest text={received} other={differs ? expected : null} />
          )}
        </dd>
        <dt>expected</dt>
        <dd>
          {expected === null ? (
            <Nothing text="nothing to compute it with" />
          ) : (
            <Digest text={expected} other={differs ? received : null} />
          )}
        </dd>
      </dl>
      {differs && isVerified(verdict) && (
        <p className="view-note">Expected is what the current secret gives; the received one fits an earlier secret.</p>
      )}
      {differs && !isVerified(verdict) && <p className="view-note">Places that differ are underlined.</p>}
    </section>
  )
}

function Nothing({ text }: { text: string }) {
  return <span className="muted">{text}</span>
}

function Digest({ text, other }: { text: string; other: string | null }) {
  return (
    <span className="digest">
      <code>
        {other === null
          ? visibleText(text)
          : alignTexts(text, other).map((stretch) => (
              <span key={stretch.at} className={stretch.same ? undefined : 'digest-differs'}>
                {visibleText(stretch.text)}
              </span>
            ))}
      </code>
      <CopyButton text={text} what="this signature" />
    </span>
  )
}

function Findings({ signature: { explanation } }: { signature: Signature }) {
  if (explanation.findings.length === 0) return null
  return (
    <section className="tab-group" aria-label="Why it fails">
      <h3>Why it fails</h3>
      <ul className="findings">
        {explanation.findings.map((finding) => (
          <li key={finding.cause + finding.recipe}>
            <p>{finding.advice}</p>
            <p className="muted">
              {finding.cause}: <code>{finding.recipe}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
