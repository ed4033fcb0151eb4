import { TriangleAlert } from 'lucide-react'
import type { TunnelProvider } from '../../../../shared/wireTypes.ts'
import { tunnelWords } from './words.ts'
import styles from './Tunnel.module.css'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'

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

/** A sentence of the engine, whose web addresses can be copied: the desktop app opens no pages of others. */
export function WithAddress({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s,]*[^\s,.;])/)
  return (
    <>
      {parts.map((part, at) =>
        // Every second one is an address.
        at % 2 === 0 ? (
          part
        ) : (
          <span key={part} className={styles.copied}>
            <CopyValue text={part} what={tunnelWords.theAddress} />
          </span>
        ),
      )}
    </>
  )
}
