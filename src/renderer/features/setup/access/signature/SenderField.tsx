import { useState } from 'react'
import { senderPreset, senderPresets } from '../../../../../shared/signature/schemePresets.ts'
import type { SenderPreset } from '../../../../../shared/signature/senderPreset.ts'
import { ComboField, ComboList, useChoosing } from '../../../../ui/Combobox.tsx'
import { Field } from '../../../../ui/Field.tsx'
import fieldStyles from '../../../../ui/Field.module.css'
import styles from './SenderField.module.css'
import { schemeWords } from './words.ts'

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
  /** What is typed; null while the list is closed. */
  const [query, setQuery] = useState<string | null>(null)
  const offered = sendersFor(query ?? '', withOwn)
  const choosing = useChoosing(offered.length, 0)
  const chosen = senderPreset(value)?.scheme.label ?? schemeWords.own
  const take = (id: string) => {
    setQuery(null)
    if (id !== value) onChange(id)
  }
  const open = () => {
    if (query !== null || disabled) return
    setQuery('')
    choosing.point(
      Math.max(
        0,
        sendersFor('', withOwn).findIndex(({ id }) => id === value),
      ),
    )
  }
  return (
    <Field label={label} hint={hint}>
      {(wiring) => (
        <div className={styles.sender}>
          <ComboField
            {...wiring}
            choosing={choosing}
            expanded={query !== null}
            className={fieldStyles.input}
            placeholder={query === null ? '' : chosen}
            disabled={disabled}
            value={query ?? chosen}
            onFocus={open}
            onClick={open}
            onBlur={() => setQuery(null)}
            onType={(text) => {
              setQuery(text)
              choosing.point(0)
            }}
            onKey={(event) => {
              const option = offered[choosing.index]
              if (query === null) {
                if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
                open()
              } else if (event.key === 'Enter' && option !== undefined) take(option.id)
              else if (event.key === 'Escape') setQuery(null)
              else if (!choosing.take(event)) return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
          {query !== null && (
            <div className={styles.popup}>
              {offered.length === 0 ? (
                <p className={styles.none}>{schemeWords.noSender}</p>
              ) : (
                <ComboList
                  choosing={choosing}
                  label={label}
                  groups={[{ items: offered }]}
                  keyOf={({ id }) => id}
                  onTake={({ id }) => take(id)}
                  followsPointer
                  className={styles.list}
                  optionClass={styles.option}
                >
                  {({ label: name, evidence }) => (
                    <>
                      <span>{name}</span>
                      {evidence !== null && <span className={styles.evidence}>{schemeWords.evidence[evidence]}</span>}
                    </>
                  )}
                </ComboList>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

const own: Offered = { id: 'own', label: schemeWords.own, evidence: null }

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
  const offered = ordered.map(({ scheme: { id, label }, evidence }) => ({ id, label, evidence }))
  const showsOwn = withOwn && words.every((word) => own.label.toLowerCase().includes(word))
  return showsOwn ? [...offered, own] : offered
}
