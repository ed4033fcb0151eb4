import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { withoutKey } from './tunnelWords.ts'

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
    <span className={large ? 'public-url public-url-large' : 'public-url'}>
      <code>{shown ? url : withoutKey(url)}</code>
      <IconButton
        label={shown ? 'Hide the key in the URL' : 'Reveal the key in the URL'}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={url} what="the URL" wide={large} />
    </span>
  )
}
