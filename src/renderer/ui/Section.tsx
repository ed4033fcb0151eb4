import { type ReactNode, useId } from 'react'
import './Section.css'

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
    <div className="screen">
      <div className="screen-column">
        <header className="screen-head">
          <div>
            <h1>{title}</h1>
            {lead !== undefined && <p className="screen-lead">{lead}</p>}
          </div>
          {actions !== undefined && <div className="screen-actions">{actions}</div>}
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
    <section className="section" aria-labelledby={id}>
      <header className="section-head">
        <div>
          <h2 id={id}>{title}</h2>
          {lead !== undefined && <p className="section-lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="screen-actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** Names and values in two aligned columns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

export function Fact({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <p className="fact-note">{note}</p>}
      </dd>
    </div>
  )
}
