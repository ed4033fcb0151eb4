import { senderPreset, senderPresets } from '../../../../shared/signature/schemePresets.ts'
import type { SenderPreset } from '../../../../shared/signature/senderPreset.ts'
import { PickField } from '../../../ui/fields/Select.tsx'
import { SenderIcon } from '../../../ui/basics/EnvironmentMark.tsx'
import styles from './Secrets.module.css'
import { schemeWords } from './words.ts'
import { formWords } from '../form/words.ts'

interface SenderFieldProps {
  label: string
  /** Id of a preset, or "own". */
  value: string
  onChange: (id: string) => void
  hint?: string | undefined
  disabled?: boolean
  /** Offers to describe a scheme, too. */
  withOwn?: boolean
}

interface Offered {
  id: string
  label: string
  evidence: SenderPreset['evidence'] | null
}

/** Chooses a sender by typing a part of its name, or another word for it; every one says how well its signature is known. */
export function SenderField({ label, value, onChange, hint, disabled = false, withOwn = false }: SenderFieldProps) {
  const preset = senderPreset(value)
  return (
    <PickField
      label={label}
      hint={hint}
      disabled={disabled}
      value={preset === undefined ? own : offeredAs(preset)}
      optionsFor={(query) => sendersFor(query, withOwn)}
      keyOf={({ id }) => id}
      nameOf={({ label: name }) => name}
      onChange={({ id }) => onChange(id)}
      none={schemeWords.noSender}
    >
      {({ id, label: name, evidence }) => (
        <>
          <span className={styles.sender}>
            <SenderIcon id={id} name={name} />
            {name}
          </span>
          {evidence !== null && <span className={styles.evidence}>{schemeWords.evidence[evidence]}</span>}
        </>
      )}
    </PickField>
  )
}

function offeredAs({ scheme: { id, label }, evidence }: SenderPreset): Offered {
  return { id, label, evidence }
}

const own: Offered = { id: 'own', label: formWords.ownScheme, evidence: null }

/** The senders whose name, id, header or other words contain every word of the query; those whose name begins with it first. Pure. */
export function sendersFor(query: string, withOwn: boolean): Offered[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = senderPresets.filter(({ scheme, keywords }) => {
    const text = [scheme.label, scheme.id, scheme.header, ...keywords].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const [first = ''] = words
  const begins = ({ scheme }: SenderPreset) => scheme.label.toLowerCase().startsWith(first)
  const ordered = [...fitting.filter(begins), ...fitting.filter((preset) => !begins(preset))]
  const offered = ordered.map(offeredAs)
  const showsOwn = withOwn && words.every((word) => own.label.toLowerCase().includes(word))
  return showsOwn ? [...offered, own] : offered
}
