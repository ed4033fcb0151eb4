import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react'
import styles from './Section.module.css'
import { uiWords } from '../words.ts'

interface ScreenProps {
  title: ReactNode
  /** One sentence: what this screen is for. */
  lead?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  children?: ReactNode
}

/** A whole screen that scrolls: title, lead, links to its sections where there is room, sections separated by hairlines. */
export function Screen({ title, lead, actions, children }: ScreenProps) {
  const [sections, register] = useSections()
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
        {sections.length >= fewestLinked && <SectionLinks sections={sections} />}
        <SectionsContext value={register}>{children}</SectionsContext>
      </div>
    </div>
  )
}

/** Fewer sections are in sight anyway. */
const fewestLinked = 4

interface NamedSection {
  /** Of its heading. */
  id: string
  title: string
}

type Register = (section: NamedSection) => () => void

const SectionsContext = createContext<Register | null>(null)

/** The sections that a screen has now, in the order of the page. */
function useSections(): [readonly NamedSection[], Register] {
  const [sections, setSections] = useState<readonly NamedSection[]>([])
  const register = useCallback<Register>((section) => {
    setSections((known) => [...known, section].toSorted(byPlace))
    return () => setSections((known) => known.filter(({ id }) => id !== section.id))
  }, [])
  return [sections, register]
}

function byPlace(a: NamedSection, b: NamedSection): number {
  const [one, other] = [document.getElementById(a.id), document.getElementById(b.id)]
  if (one === null || other === null) return 0
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/** The way to each section of a long screen. The fragment belongs to the route, so the links move the page by hand. */
function SectionLinks({ sections }: { sections: readonly NamedSection[] }) {
  return (
    <nav className={styles.links} aria-label={uiWords.onThisScreen}>
      {sections.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={styles.link}
          onClick={() => document.getElementById(id)?.closest('section')?.scrollIntoView()}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}

interface ColumnsProps {
  /** The second column: results, history, settings. */
  side: ReactNode
  /** Both hold tables that need room: only in the widest windows. */
  tables?: boolean
  /** Where they are one below the other, the second column comes first. */
  sideFirst?: boolean
  /** The first column; null or false while it is empty: the second column comes first then. */
  children: ReactNode
}

/** Two columns of sections where the screen is wide, one below the other where it is not. */
export function Columns({ side, tables = false, sideFirst = false, children }: ColumnsProps) {
  return (
    <div className={styles.columns} data-tables={tables || undefined} data-side-first={sideFirst || undefined}>
      {children !== null && children !== false && <div>{children}</div>}
      <div>{side}</div>
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
  const register = useContext(SectionsContext)
  useEffect(() => register?.({ id, title }), [register, id, title])
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
