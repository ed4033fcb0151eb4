import { TriangleAlert } from 'lucide-react'
import type { TunnelProvider } from '../../../../shared/wireTypes.ts'
import { tunnelWords } from './words.ts'
import styles from './Tunnel.module.css'

/** The way from the tunnel's server to this machine, with a warning where it is not encrypted. */
export function LastLeg({ traits: { lastLeg, lastLegInClear } }: Pick<TunnelProvider, 'traits'>) {
  if (!lastLegInClear) return lastLeg
  return (
    <span className={styles.clear}>
      <TriangleAlert aria-hidden="true" />
      <span>
        {tunnelWords.notEncrypted} {lastLeg}
      </span>
    </span>
  )
}
