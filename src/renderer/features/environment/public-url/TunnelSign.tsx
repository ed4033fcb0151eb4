import type { TunnelState } from '../../../text/verdictWords.ts'
import styles from './TunnelSign.module.css'

/**
 * The state as a shape and a colour: off = ring, opening and checking = half-filled disc, online = full disc,
 * not reached = full diamond, reconnecting = open diamond, failed = crossed square. The word is always next to it.
 */
export function TunnelSign({ state, size = 10 }: { state: TunnelState; size?: number }) {
  return (
    <svg
      data-part="tunnel-sign"
      className={styles.tunnelSign}
      data-state={state}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <Shape state={state} />
    </svg>
  )
}

function Shape({ state }: { state: TunnelState }) {
  switch (state) {
    case 'off':
      return <circle className={styles.line} cx="6" cy="6" r="4.5" />
    case 'starting':
    case 'checking':
      return (
        <>
          <circle className={styles.line} cx="6" cy="6" r="4.5" />
          <path className={styles.fill} d="M6 1.5a4.5 4.5 0 0 1 0 9z" />
        </>
      )
    case 'online':
      return <circle className={styles.fill} cx="6" cy="6" r="5" />
    case 'degraded':
      return <path className={styles.fill} d="M6 .6 11.4 6 6 11.4.6 6z" />
    case 'reconnecting':
      return <path className={styles.line} d="M6 1.4 10.6 6 6 10.6 1.4 6z" />
    case 'failed':
      return (
        <>
          <path className={`${styles.line} ${styles.thin}`} d="M1 1h10v10H1z" />
          <path className={`${styles.line} ${styles.thin}`} d="m3.6 3.6 4.8 4.8m0-4.8-4.8 4.8" />
        </>
      )
  }
}
