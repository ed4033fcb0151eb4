import { Eye, EyeOff, WandSparkles } from 'lucide-react'
import { useId, useState } from 'react'
import type { SecretState } from '../../../shared/wireTypes.ts'
import { IconButton } from '../basics/Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Field } from './Field.tsx'
import { uiWords } from '../words.ts'
import styles from './Field.module.css'

interface SecretFieldProps {
  label: string
  /** The stored secret. The field never holds it until the user reveals it. */
  stored: SecretState
  /** The new text, or null while the stored one stays. */
  value: string | null
  onChange: (value: string | null) => void
  /** Fetches the stored text. Absent: it cannot be revealed. */
  reveal?: () => Promise<string>
  /** Offers a strong random text. */
  canGenerate?: boolean
  hint?: string
  problem?: string | null | undefined
}

/** A secret: shown as dots with its fingerprint; replaced by typing or generating; revealed and copied on demand. */
export function SecretField({
  label,
  stored,
  value,
  onChange,
  reveal,
  canGenerate = false,
  ...rest
}: SecretFieldProps) {
  const [shown, setShown] = useState(false)
  const [revealed, setRevealed] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const fingerprintId = useId()
  const text = value ?? revealed
  const canShow = value !== null || (stored.set && reveal !== undefined)

  const toggle = async () => {
    setFailure(null)
    if (shown) {
      setShown(false)
      setRevealed(null)
      return
    }
    if (value === null && reveal !== undefined) {
      try {
        setRevealed(await reveal())
      } catch (error) {
        setFailure(error instanceof Error ? error.message : uiWords.secretNotRead)
        return
      }
    }
    setShown(true)
  }
  const hint = rest.hint ?? (stored.set && value === null ? uiWords.secretStored(stored.fingerprint) : undefined)
  return (
    <Field label={label} hint={<span id={fingerprintId}>{hint}</span>} problem={rest.problem ?? failure}>
      {(wiring) => (
        <div className={styles.line}>
          <input
            {...wiring}
            type={shown ? 'text' : 'password'}
            data-part="input"
            className={`${styles.input} mono`}
            autoComplete="off"
            spellCheck={false}
            placeholder={stored.set && text === null ? uiWords.secretDots : ''}
            value={text ?? ''}
            onChange={(event) => onChange(event.target.value === '' && stored.set ? null : event.target.value)}
          />
          {canShow && (
            <IconButton
              label={shown ? uiWords.hide(label.toLowerCase()) : uiWords.reveal(label.toLowerCase())}
              icon={shown ? <EyeOff /> : <Eye />}
              onClick={() => void toggle()}
            />
          )}
          {canGenerate && (
            <IconButton
              label={uiWords.generate(label.toLowerCase())}
              icon={<WandSparkles />}
              onClick={() => {
                onChange(generateSecret())
                setShown(true)
              }}
            />
          )}
          {text !== null && text !== '' && <CopyButton text={text} what={label.toLowerCase()} />}
        </div>
      )}
    </Field>
  )
}

/** 32 random bytes as 43 characters that survive URLs, shells and .env files (base64url without padding). */
export function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
