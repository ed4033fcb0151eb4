import { filled } from '../../../text/visibleText.tsx'
import { schemeWords } from './words.ts'
import styles from './Secrets.module.css'
import type { OwnSchemeForm, OwnSchemeProblems } from '../form/ownSchemeForm.ts'
import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'

/** The signed bytes: a text with places, the meaning of each place, and an example. */
export function MessageTemplate({ part }: { part: OwnSchemePart }) {
  const { message, bodyHashParameter } = part.form
  return (
    <>
      <div className={styles.ownGrid}>
        <div className={styles.ownWide}>
          <OwnText part={part} field="message" label={schemeWords.message} maxLength={500} hint={<Places />} />
        </div>
        {message.includes('{id}') && <OwnText part={part} field="idHeader" label={schemeWords.idHeader} />}
        {message.includes('{url}') && (
          <OwnChoice part={part} field="urlForms" label={schemeWords.urlForms} names={schemeWords.urlFormNames} />
        )}
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

const { places } = schemeWords

/** The places that a message template may have, with what is there in the end. */
const messagePlaces: readonly { place: string; what: string; example: string }[] = [
  { place: '{body}', what: places.body, example: '{"id":"…"}' },
  { place: '{timestamp}', what: places.timestamp, example: '1767225600' },
  { place: '{id}', what: places.id, example: 'msg_2Lh9' },
  { place: '{url}', what: places.url, example: 'https://hooks.example/in' },
  { place: '{method}', what: places.method, example: 'POST' },
  { place: '{form}', what: places.form, example: 'Digits1234From+1415…' },
]

/** The message as it might look, piece by piece: text that is there as it is, and filled places. Pure. */
export function messagePreview(message: string): { text: string; place: string | null; at: number }[] {
  let at = 0
  return message.split(/(\{[a-z]+\})/).flatMap((part) => {
    const start = at
    at += part.length
    if (part === '') return []
    const known = messagePlaces.find(({ place }) => place === part)
    return [{ text: known?.example ?? part, place: known?.place ?? null, at: start }]
  })
}

/** The signature header as it might look, with letters where the digest stands. Pure. */
export function headerPreview(form: OwnSchemeForm): string {
  const digest = form.encoding === 'hex' ? '5f2a…' : 'Xyz9…='
  switch (form.kind) {
    case 'plain':
      return form.prefix + digest
    case 'pairs': {
      const signature = `${form.pairKey === '' ? '?' : form.pairKey}=${digest}`
      return form.timestampFrom === 'pair' && form.timestampName !== ''
        ? `${form.timestampName}=1767225600${form.separator}${signature}`
        : signature
    }
    case 'list':
      return `${form.prefix}${digest} ${form.prefix}${digest}`
  }
}

/** The state shared by the parts of an own scheme's form. */
export interface OwnSchemePart {
  form: OwnSchemeForm
  problems: OwnSchemeProblems
  set: <K extends keyof OwnSchemeForm>(field: K, value: OwnSchemeForm[K]) => void
}

type Choices =
  | 'kind'
  | 'separator'
  | 'algorithm'
  | 'encoding'
  | 'keyDecode'
  | 'timestampFrom'
  | 'urlForms'
  | 'timestampUnit'
  | 'objectIdForm'

interface OwnTextProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'problem' | 'mono' | 'part'
> {
  part: OwnSchemePart
  field: Exclude<keyof OwnSchemeForm, Choices>
}

/** One text of the description. */
export function OwnText({ part: { form, problems, set }, field, ...rest }: OwnTextProps) {
  return (
    <TextField {...rest} mono value={form[field]} onChange={(value) => set(field, value)} problem={problems[field]} />
  )
}

interface OwnChoiceProps<K extends Choices> {
  part: OwnSchemePart
  field: K
  label: string
  /** All values, in the order in which they are offered, with their names. */
  names: Readonly<Record<OwnSchemeForm[K], string>>
  hint?: string
}

/** One choice of the description. */
export function OwnChoice<K extends Choices>({
  part: { form, problems, set },
  field,
  names,
  ...rest
}: OwnChoiceProps<K>) {
  const options = Object.entries<string>(names).map(([value, label]) => ({ value: value as OwnSchemeForm[K], label }))
  return (
    <SelectField
      {...rest}
      value={form[field]}
      options={options}
      onChange={(value) => set(field, value)}
      problem={problems[field]}
    />
  )
}
