import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import { signaturesIn } from '../../../shared/signature/signaturesIn.ts'
import type { Signature } from '../../../shared/wireTypes.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { signatureWords } from './words.ts'
import { closestDigest, compareDigests, differenceWords, type Stretch } from './compareDigests.ts'
import { visibleText } from '../../text/visibleText.ts'
import tabsStyles from '../../ui/Tabs.module.css'
import notesStyles from '../../ui/Notes.module.css'
import styles from './SignatureTab.module.css'

/** A header may be a megabyte; nobody reads more of it than this. */
const longestShown = 240

/** Received and expected under each other, so that the eye can compare them place by place. */
export function Comparison({ signature, scheme }: { signature: Signature; scheme: SignatureScheme }) {
  const { received, expected } = signature
  const digests = received === null ? [] : signaturesIn(received, scheme.form)
  const digest = closestDigest(digests, expected) ?? null
  const canCompare = digest !== null && expected !== null && digest.length <= 256
  const differs = canCompare && digest !== expected
  return (
    <section className={tabsStyles.group} aria-label={signatureWords.comparison}>
      <h3>{signatureWords.comparison}</h3>
      {canCompare ? (
        <PlaceByPlace received={digest} expected={expected} />
      ) : (
        <dl className={styles.compare}>
          <dt>{signatureWords.received}</dt>
          <dd>{digest === null ? <Nothing text={signatureWords.noDigest} /> : <Whole text={digest} />}</dd>
          <dt>{signatureWords.expected}</dt>
          <dd>{expected === null ? <Nothing text={signatureWords.cannotCompute} /> : <Whole text={expected} />}</dd>
        </dl>
      )}
      {canCompare && !differs && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {signatureWords.same}
        </p>
      )}
      {differs && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {differenceWords(digest, expected)} {signatureWords.underlined}
        </p>
      )}
      {received !== null && received !== digest && (
        <dl className={styles.compare}>
          <dt>{signatureWords.header}</dt>
          <dd>
            <Whole text={received} />
          </dd>
        </dl>
      )}
      {digests.length > 1 && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {signatureWords.several(digests.length)}
        </p>
      )}
    </section>
  )
}

/** Line by line in pairs: a digest that needs two lines has its second pair under the first. */
function PlaceByPlace({ received, expected }: { received: string; expected: string }) {
  return (
    <div className={styles.comparePairs}>
      {compareDigests(received, expected).map((row, index) => (
        <dl key={row.at} className={styles.compare}>
          <dt>
            <Which name={signatureWords.received} continued={index > 0} />
          </dt>
          <dd className={styles.digest}>
            <DigestLine stretches={row.received} />
            {index === 0 && <CopyButton text={received} what={signatureWords.theReceived} />}
          </dd>
          <dt>
            <Which name={signatureWords.expected} continued={index > 0} />
          </dt>
          <dd className={styles.digest}>
            <DigestLine stretches={row.expected} />
            {index === 0 && <CopyButton text={expected} what={signatureWords.theExpected} />}
          </dd>
        </dl>
      ))}
    </div>
  )
}

/** Named on each line: four lines without names look like one value. Who hears it is told which ones go on. */
function Which({ name, continued }: { name: string; continued: boolean }) {
  if (!continued) return name
  return (
    <>
      <span aria-hidden="true">{name}</span>
      <span className="unseen">{signatureWords.continued(name)}</span>
    </>
  )
}

function DigestLine({ stretches }: { stretches: readonly Stretch[] }) {
  return (
    <code>
      {stretches.map(({ at, same, text }) =>
        same ? (
          <span key={at}>{visibleText(text)}</span>
        ) : (
          <mark key={at} className={styles.digestDiffers}>
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
    <span className={styles.digest}>
      <code>
        {visibleText(text.slice(0, longestShown))}
        {text.length > longestShown && signatureWords.inAll(text.length)}
      </code>
      <CopyButton text={text} what={signatureWords.thisText} />
    </span>
  )
}
