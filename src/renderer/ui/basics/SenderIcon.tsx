import { useEffect, useState } from 'react'
import styles from './SenderIcon.module.css'

type Icons = Readonly<Record<string, string>>

let loading: Promise<Icons> | undefined
/** Once loaded, icons are there with the first paint of what shows them. */
let loaded: Icons | null = null

async function load(): Promise<Icons> {
  loading ??= import('./senderIcons.ts').then(({ senderIcons }) => (loaded = senderIcons))
  return loading
}

/**
 * The sender's icon in the colour of the text around it; the first letter of the name until it is loaded, and for senders
 * without one. @param id of the sender's preset
 */
export function SenderIcon({ id, name }: { id: string; name: string }) {
  const [icons, setIcons] = useState(loaded)
  useEffect(() => {
    if (icons !== null) return
    // Without its file, the letter stays.
    void load().then(setIcons, () => (loading = undefined))
  }, [icons])
  const path = icons?.[id]
  if (path === undefined) {
    return (
      <span className={styles.letter} aria-hidden="true">
        {Array.from(name.trim())[0]?.toUpperCase()}
      </span>
    )
  }
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} fill="currentcolor" />
    </svg>
  )
}
