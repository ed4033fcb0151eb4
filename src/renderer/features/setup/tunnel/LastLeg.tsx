import { TriangleAlert } from 'lucide-react'
import type { TunnelProvider } from '../../../../shared/wireTypes.ts'
import { tunnelWords } from './words.ts'

/** The way from the tunnel's server to this machine, with a warning where it is not encrypted. */
export function LastLeg({ traits: { lastLeg, lastLegInClear } }: Pick<TunnelProvider, 'traits'>) {
  if (!lastLegInClear) return lastLeg
  return (
    <span className="tunnel-clear">
      <TriangleAlert aria-hidden="true" />
      <span>
        {tunnelWords.notEncrypted} {lastLeg}
      </span>
    </span>
  )
}
