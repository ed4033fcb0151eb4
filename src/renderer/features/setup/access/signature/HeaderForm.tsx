import { filled } from '../../../../text/filled.tsx'
import { schemeWords } from './words.ts'
import { headerPreview } from './messagePreview.ts'
import { OwnChoice, type OwnSchemePart, OwnText } from './OwnFields.tsx'
import styles from './OwnScheme.module.css'

/** Which header carries the signature, and how it is there. */
export function HeaderForm({ part }: { part: OwnSchemePart }) {
  const { header, kind } = part.form
  return (
    <>
      <div className={styles.ownGrid}>
        <OwnText part={part} field="header" label={schemeWords.header} />
        <OwnChoice part={part} field="kind" label={schemeWords.valueIs} names={schemeWords.kinds} />
        {kind === 'pairs' ? (
          <>
            <OwnChoice part={part} field="separator" label={schemeWords.separatedBy} names={schemeWords.separators} />
            <OwnText part={part} field="pairKey" label={schemeWords.pairKey} placeholder={schemeWords.pairKeyExample} />
          </>
        ) : (
          <OwnText part={part} field="prefix" label={schemeWords.prefix[kind]} placeholder={schemeWords.none} />
        )}
      </div>
      <p className={styles.ownPreview}>
        {filled(schemeWords.looksLike, {
          example: (
            <code>
              {header.trim() === '' ? '…' : header.trim()}: {headerPreview(part.form)}
            </code>
          ),
        })}
      </p>
    </>
  )
}
