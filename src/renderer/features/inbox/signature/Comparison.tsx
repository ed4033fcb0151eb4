import { canExpect, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import { signaturesIn } from '../../../../shared/signature/signaturesIn.ts'
import type { Signature } from '../../../../shared/wireTypes.ts'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { signatureWords } from './words.ts'
import { visibleText } from '../../../text/visibleText.ts'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './SignatureTab.module.css'

/** A header may be a megabyte; more than this is not shown. */
const longestShown = 240

/** Received and expected under each other, so that the eye can compare them place by place. */
export function Comparison({ signature, scheme }: { signature: Signature; scheme: SignatureScheme }) {
  const { received, expected } = signature
  const digests = received === null ? [] : signaturesIn(received, scheme.form)
  const digest = closestDigest(digests, expected) ?? null
  const canCompare = digest !== null && expected !== null && digest.length <= 256
  const differs = canCompare && digest !== expected
  const title = canExpect(scheme) ? signatureWords.comparison : signatureWords.whatCame
  return (
    <section className={tabsStyles.group} aria-label={title}>
      <h3>{title}</h3>
      {canCompare ? (
        <PlaceByPlace received={digest} expected={expected} />
      ) : (
        <dl className={styles.compare}>
          <dt>{signatureWords.received}</dt>
          <dd>{digest === null ? <Nothing text={signatureWords.noDigest} /> : <Whole text={digest} />}</dd>
          {canExpect(scheme) && (
            <>
              <dt>{signatureWords.expected}</dt>
              <dd>{expected === null ? <Nothing text={signatureWords.cannotCompute} /> : <Whole text={expected} />}</dd>
            </>
          )}
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

/** Named on each line: four lines without names look like one value. Screen readers say which ones go on. */
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

/** One line of the comparison: the same places of both digests. */
interface DigestRow {
  /** Place of its first character. */
  at: number
  received: Stretch[]
  expected: Stretch[]
}

/** Cuts two digests into lines of equal length, one below the other, cut into what agrees and what does not. Pure. */
export function compareDigests(received: string, expected: string): DigestRow[] {
  const length = Math.max(received.length, expected.length)
  // Base64 of 32 bytes is one line of 44; hex falls into lines of 32.
  const width = length % 44 === 0 ? 44 : 32
  return Array.from({ length: Math.ceil(length / width) }, (_, row) => {
    const [one, other] = [received, expected].map((text) => text.slice(row * width, (row + 1) * width))
    return {
      at: row * width,
      received: alignTexts(one ?? '', other ?? ''),
      expected: alignTexts(other ?? '', one ?? ''),
    }
  })
}

/** Describes the differences of two digests in a sentence; null when there are none. */
export function differenceWords(received: string, expected: string): string | null {
  if (received === expected) return null
  if (received.length !== expected.length) {
    return signatureWords.otherLength(received.length, expected.length)
  }
  if (received.toLowerCase() === expected.toLowerCase()) return signatureWords.onlyCase
  const count = countDifferences(received, expected)
  const words = signatureWords.differs(count, expected.length)
  return count * 3 <= expected.length ? signatureWords.fewDiffer(words) : signatureWords.manyDiffer(words)
}

/** The one that agrees with `expected` in most places; the first one when there is nothing to compare with. */
export function closestDigest(digests: readonly string[], expected: string | null): string | undefined {
  if (expected === null) return digests[0]
  return digests.toSorted((a, b) => countDifferences(a, expected) - countDifferences(b, expected))[0]
}

/** Places at which two texts differ, counting what one has beyond the end of the other. */
function countDifferences(one: string, other: string): number {
  let count = Math.abs(one.length - other.length)
  for (let at = 0; at < Math.min(one.length, other.length); at++) if (one[at] !== other[at]) count += 1
  return count
}

interface Stretch {
  text: string
  same: boolean
  /** Where it begins. */
  at: number
}

/** Cuts `text` into stretches that agree or disagree with `other`, character by character in the same place. Pure. */
export function alignTexts(text: string, other: string): Stretch[] {
  const stretches: Stretch[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const same = character === other.charAt(at)
    const last = stretches.at(-1)
    if (last?.same === same) last.text += character
    else stretches.push({ text: character, same, at })
  }
  return stretches
}
