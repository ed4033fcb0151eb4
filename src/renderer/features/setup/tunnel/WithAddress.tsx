import { CopyValue } from '../../../ui/CopyValue.tsx'
import { tunnelWords } from './words.ts'
import styles from './Tunnel.module.css'

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
