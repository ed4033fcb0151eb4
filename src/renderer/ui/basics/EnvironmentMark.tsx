import type { CSSProperties } from 'react'
import type { EnvironmentColour } from '../../../shared/codes/environmentColours.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import { visibleText } from '../../text/visibleText.ts'
import styles from './EnvironmentMark.module.css'
import { SenderIcon } from './SenderIcon.tsx'
import { uiWords } from '../words.ts'

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
