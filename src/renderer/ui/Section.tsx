import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

interface ScreenProps {
  title: string
  /** One sentence: what this screen is for. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A whole screen that scrolls: title, lead, sections separated by hairlines. */
export function Screen({ title, lead, actions, children }: ScreenProps) {
  return (
    <div data-part="screen" className={styles.screen}>
      <div className={styles.screenColumn}>
        <header className={styles.screenHead}>
          <div>
            <h1>{title}</h1>
            {lead !== undefined && <p className={styles.screenLead}>{lead}</p>}
          </div>
          {actions !== undefined && <div className={styles.screenActions}>{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}

interface SectionProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One topic of a screen. A hairline above, no box. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.screenActions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** Names and values in two aligned columns. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl data-part="facts" className={styles.facts}>
      {children}
    </dl>
  )
}

export function Fact({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div data-part="fact" className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <p className={styles.factNote}>{note}</p>}
      </dd>
    </div>
  )
}
