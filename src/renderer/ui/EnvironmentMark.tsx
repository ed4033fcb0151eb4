import type { CSSProperties } from 'react'
import type { EnvironmentColour } from '../../shared/codes/environmentColours.ts'
import { visibleText } from '../text/visibleText.ts'
import styles from './EnvironmentMark.module.css'
import { uiWords } from './words.ts'

/** What makes an environment recognisable. */
export interface MarkedEnvironment {
  name: string
  colour: EnvironmentColour | null
  production: boolean
}

/** An environment by its strip of colour, its name, and the word where it is production: never by colour alone. */
export function EnvironmentMark({ environment, brief = false }: { environment: MarkedEnvironment; brief?: boolean }) {
  return (
    <span className={styles.mark} style={tintOf(environment)}>
      <span className={styles.strip} aria-hidden="true" />
      <span className="truncate">{visibleText(environment.name)}</span>
      {environment.production && !brief && <ProductionTag />}
    </span>
  )
}

/** Which environment is meant, and that it is production: above what cannot be taken back. */
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
