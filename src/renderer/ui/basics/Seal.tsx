import type { Verdict } from '../../../shared/model.ts'
import { verdictNames } from '../../text/verdictWords.ts'
import styles from './Basics.module.css'

interface SealProps {
  verdict: Verdict
  /** Edge length in px. 14 in rows, 40 and more as a headline. */
  size?: number
  /** Says the verdict to screen readers. Leave it out where the words are next to the seal. */
  labelled?: boolean
  /** The seal closes as if just stamped: only for a verdict that has this moment come true. */
  fresh?: boolean
}

/**
 * The glyph that carries the identity. Shape first, colour second: whole = valid, double ring = valid with a previous
 * secret, cracked = invalid, open ring = unsigned, dotted ring = malformed or cannot tell, hollow = no secret.
 */
export function Seal({ verdict, size = 14, labelled = false, fresh = false }: SealProps) {
  return (
    <svg
      data-part="seal"
      className={fresh ? `${styles.seal} ${styles.fresh}` : styles.seal}
      data-verdict={verdict}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      {...(labelled ? { role: 'img', 'aria-label': verdictNames[verdict] } : { 'aria-hidden': true })}
    >
      <SealShape verdict={verdict} fine={size >= 24} />
    </svg>
  )
}

/** The outline of a pressed seal: twelve scallops around a disc. Also the app's own mark. */
const sealOutline =
  'M12 1.2 14.5 2.9 17.4 2.6 18.7 5.3 21.4 6.6 21.1 9.5 22.8 12 21.1 14.5 21.4 17.4 18.7 18.7 17.4 21.4 14.5 21.1 12 22.8 ' +
  '9.5 21.1 6.6 21.4 5.3 18.7 2.6 17.4 2.9 14.5 1.2 12 2.9 9.5 2.6 6.6 5.3 5.3 6.6 2.6 9.5 2.9Z'

function SealShape({ verdict, fine }: { verdict: Verdict; fine: boolean }) {
  switch (verdict) {
    case 'valid':
      return (
        <>
          <path className={styles.fill} d={sealOutline} />
          {fine && <circle className={styles.carve} cx="12" cy="12" r="7.4" strokeWidth="0.9" />}
          <path className={styles.carve} d="M8.3 12.3 11 15 15.9 9.4" strokeWidth={fine ? 1.7 : 2.4} />
        </>
      )
    case 'valid-previous':
      return (
        <>
          <path className={styles.line} d={sealOutline} strokeWidth="2" />
          <circle className={styles.line} cx="12" cy="12" r="5.2" strokeWidth="2.2" />
        </>
      )
    case 'invalid':
      return (
        <>
          <path
            className={styles.fill}
            d="M10.4 1.9 9.5 2.9 6.6 2.6 5.3 5.3 2.6 6.6 2.9 9.5 1.2 12 2.9 14.5 2.6 17.4 5.3 18.7 6.6 21.4 8.6 21.2 10.9 16 7.7 12.6 11.4 7.8Z"
          />
          <path
            className={styles.fill}
            d="M13.2 2.4 14.5 2.9 17.4 2.6 18.7 5.3 21.4 6.6 21.1 9.5 22.8 12 21.1 14.5 21.4 17.4 18.7 18.7 17.4 21.4 14.5 21.1 12 22.8 11 22.1 13.8 15.4 10.8 12.3 14.4 7.6Z"
          />
        </>
      )
    case 'unsigned':
      return <path className={styles.line} d="M16.6 4A9.2 9.2 0 1 0 21 13.6" strokeWidth="2.4" />
    case 'malformed':
      return (
        <>
          <DottedRing />
          <path className={styles.line} d="M9.4 9.4 14.6 14.6M14.6 9.4 9.4 14.6" strokeWidth="2.2" />
        </>
      )
    case 'cannot-tell':
      return <DottedRing />
    case 'no-secret':
      return <path className={styles.line} d={sealOutline} strokeWidth="1.7" />
  }
}

/** An outline without a seal: there is nothing to press one on. */
function DottedRing() {
  return (
    <circle className={styles.line} cx="12" cy="12" r="9.2" strokeWidth="2.6" pathLength="48" strokeDasharray="0.1 6" />
  )
}

/** The mark of Hookscope: the seal, with a hook carved out of it. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" data-part="mark">
      <path d={sealOutline} fill="var(--ink)" />
      <path
        d="M14.6 6.2V13.6A3.4 3.4 0 0 1 7.8 13.6L7.8 12.4M7.8 12.2 9.9 14.2"
        fill="none"
        stroke="var(--rail)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
