import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { tunnelWords } from './words.ts'
import { withoutKey } from './tunnelWords.ts'
import styles from './Tunnel.module.css'

interface PublicUrlProps {
  /** The whole address, with the key in its path. */
  url: string
  /** As the main thing of its place. */
  large?: boolean
}

/** Where a sender posts to. The key in it is a secret: hidden until it is revealed, whole when it is copied. */
export function PublicUrl({ url, large = false }: PublicUrlProps) {
  const [shown, setShown] = useState(false)
  return (
    <span className={large ? `${styles.publicUrl} ${styles.publicUrlLarge}` : styles.publicUrl}>
      <code>{shown ? url : withoutKey(url)}</code>
      <IconButton
        label={shown ? tunnelWords.hideKey : tunnelWords.revealKey}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={url} what={tunnelWords.theUrl} wide={large} />
    </span>
  )
}
