import { ArrowRight } from 'lucide-react'
import { Section } from '../ui/Section.tsx'
import type { Change } from './changesOf.ts'

/** What an apply would change, before it is applied. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <Section title="What will change" lead="Compared with what this app applied last.">
      {changes.length === 0 ? (
        <p className="muted">Nothing. Applying sends the same values once more.</p>
      ) : (
        <dl className="config-changes">
          {changes.map(({ field, label, before, after }) => (
            <div key={field} className="config-change">
              <dt>{label}</dt>
              <dd>
                <span className={before === null ? 'muted' : 'config-before'}>{before ?? 'unknown'}</span>
                <ArrowRight aria-hidden="true" />
                <span className="unseen">becomes</span>
                <span className="config-after">{after}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
