import { filled } from '../../../../text/filled.tsx'
import { schemeWords } from './words.ts'
import { messagePlaces, messagePreview } from './messagePreview.ts'
import { type OwnSchemePart, OwnText } from './OwnFields.tsx'
import styles from './OwnScheme.module.css'

/** Which bytes are signed: a text with places, what each place stands for, and how the whole might look. */
export function MessageTemplate({ part }: { part: OwnSchemePart }) {
  const { message, bodyHashParameter } = part.form
  return (
    <>
      <div className={styles.ownGrid}>
        <div className={styles.ownWide}>
          <OwnText part={part} field="message" label={schemeWords.message} maxLength={500} hint={<Places />} />
        </div>
        {message.includes('{id}') && <OwnText part={part} field="idHeader" label={schemeWords.idHeader} />}
        {(message.includes('{url}') || bodyHashParameter !== '') && (
          <OwnText
            part={part}
            field="bodyHashParameter"
            label={schemeWords.bodyHash}
            placeholder={schemeWords.none}
            hint={schemeWords.bodyHashHint}
          />
        )}
      </div>
      <p className={styles.ownPreview}>
        {filled(schemeWords.signsForExample, { example: <Example message={message} /> })}
      </p>
    </>
  )
}

function Example({ message }: { message: string }) {
  return (
    <code>
      {messagePreview(message).map(({ text, place, at }) =>
        place === null ? (
          <span key={at}>{text}</span>
        ) : (
          <span key={at} className={styles.ownFilled} title={place}>
            {text}
          </span>
        ),
      )}
    </code>
  )
}

function Places() {
  return (
    <>
      {messagePlaces.map(({ place, what }, index) => (
        <span key={place}>
          {index > 0 && '; '}
          <code>{place}</code> {what}
        </span>
      ))}
      .
    </>
  )
}
