import { type CSSProperties, useEffect, useState } from 'react'
import type { EnvironmentColour } from '../../../shared/codes/environmentColours.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import { visibleText } from '../../text/visibleText.tsx'
import { uiWords } from '../words.ts'
import styles from './Basics.module.css'

/** The recognisable parts of an environment. */
export interface MarkedEnvironment {
  name: string
  colour: EnvironmentColour | null
  production: boolean
  /** With `kind` "sender": the id of the sender's preset, or "own". */
  signatureScheme?: string
  kind?: Environment['kind']
}

/** An environment by its strip of colour, its name, and the word where it is production: never by colour alone. */
export function EnvironmentMark({ environment, brief = false }: { environment: MarkedEnvironment; brief?: boolean }) {
  return (
    <span className={styles.mark} style={tintOf(environment)}>
      <span className={styles.strip} aria-hidden="true" />
      {environment.kind === 'sender' && environment.signatureScheme !== undefined && (
        <SenderIcon id={environment.signatureScheme} name={environment.name} />
      )}
      <span className="truncate">{visibleText(environment.name)}</span>
      {environment.production && !brief && <ProductionTag />}
    </span>
  )
}

/** Names the environment and whether it is production, above actions that cannot be undone. */
export function EnvironmentNote({ environment }: { environment: MarkedEnvironment }) {
  return (
    <p className={styles.note} data-production={environment.production || undefined} style={tintOf(environment)}>
      <EnvironmentMark environment={environment} />
      {environment.production && <span>{uiWords.isProduction}</span>}
    </p>
  )
}

/** The word, on the tint of what is around it. */
export function ProductionTag() {
  return (
    <span data-tag className={styles.production}>
      {uiWords.production}
    </span>
  )
}

/**
 * The colour of an environment as `--tint`, for it and what is in it; production without a colour of its own is red.
 * Without a colour the tint of what is around it ends here.
 */
export function tintOf({ colour, production }: Omit<MarkedEnvironment, 'name'>): CSSProperties {
  const shown = colour ?? (production ? 'red' : null)
  return { '--tint': shown === null ? 'initial' : `var(--env-${shown})` } as CSSProperties
}

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
