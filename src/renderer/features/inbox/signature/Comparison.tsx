import { canExpect, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import { signaturesIn } from '../../../../shared/signature/signaturesIn.ts'
import type { Signature } from '../../../../shared/wireTypes.ts'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { signatureWords } from './words.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './SignatureTab.module.css'

/** Maximum characters shown of a header, which may have a megabyte. */
const maxShown = 240

/** The received and the expected digest, aligned, with the differences marked. */
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
        <AlignedDigests received={digest} expected={expected} />
      ) : (
        <dl className={styles.compare}>
          <dt>{signatureWords.received}</dt>
          <dd>{digest === null ? <Missing text={signatureWords.noDigest} /> : <LongText text={digest} />}</dd>
          {canExpect(scheme) && (
            <>
              <dt>{signatureWords.expected}</dt>
              <dd>
                {expected === null ? <Missing text={signatureWords.cannotCompute} /> : <LongText text={expected} />}
              </dd>
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
            <LongText text={received} />
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

/** Both digests in pairs of lines: a long digest has a second pair below the first. */
function AlignedDigests({ received, expected }: { received: string; expected: string }) {
  return (
    <div className={styles.comparePairs}>
      {compareDigests(received, expected).map((row, index) => (
        <dl key={row.at} className={styles.compare}>
          <dt>
            <LineName name={signatureWords.received} continued={index > 0} />
          </dt>
          <dd className={styles.digest}>
            <DigestLine stretches={row.received} />
            {index === 0 && <CopyButton text={received} what={signatureWords.theReceived} />}
          </dd>
          <dt>
            <LineName name={signatureWords.expected} continued={index > 0} />
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

/** The name of a line, repeated on each, since four lines without names look like one value. */
function LineName({ name, continued }: { name: string; continued: boolean }) {
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

function Missing({ text }: { text: string }) {
  return <span className="muted">{text}</span>
}

function LongText({ text }: { text: string }) {
  return (
    <span className={styles.digest}>
      <code>
        {visibleText(text.slice(0, maxShown))}
        {text.length > maxShown && signatureWords.inAll(text.length)}
      </code>
      <CopyButton text={text} what={signatureWords.thisText} />
    </span>
  )
}

/** A line of the comparison: the same range of both digests. */
interface DigestRow {
  /** Index of its first character. */
  at: number
  received: Stretch[]
  expected: Stretch[]
}

/** Cuts two digests into lines of equal length, and each line into stretches that agree or differ. Pure. */
export function compareDigests(received: string, expected: string): DigestRow[] {
  const length = Math.max(received.length, expected.length)
  // Base64 of 32 bytes is one line of 44; hex has lines of 32.
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

/** Returns the digest with the fewest differences to `expected`; the first one if that is null. */
export function closestDigest(digests: readonly string[], expected: string | null): string | undefined {
  if (expected === null) return digests[0]
  return digests.toSorted((a, b) => countDifferences(a, expected) - countDifferences(b, expected))[0]
}

/** Counts the positions at which two texts differ, including the end of the longer one. */
function countDifferences(one: string, other: string): number {
  let count = Math.abs(one.length - other.length)
  for (let at = 0; at < Math.min(one.length, other.length); at++) if (one[at] !== other[at]) count += 1
  return count
}

interface Stretch {
  text: string
  same: boolean
  /** Index of its first character. */
  at: number
}

/** Cuts `text` into stretches that agree with `other` or differ from it, by position. Pure. */
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
