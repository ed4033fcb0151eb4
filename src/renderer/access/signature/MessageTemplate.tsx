import { TextField } from '../../ui/Field.tsx'
import { messagePlaces, messagePreview } from './messagePreview.ts'
import type { OwnSchemePartProps } from './ownSchemePart.ts'

/** Which bytes are signed: a text with places, what each place stands for, and how the whole might look. */
export function MessageTemplate({ form, problems, set }: OwnSchemePartProps) {
  const usesUrl = form.message.includes('{url}')
  return (
    <>
      <div className="own-grid">
        <div className="own-wide">
          <TextField
            label="Signed message"
            mono
            maxLength={500}
            value={form.message}
            onChange={(value) => set('message', value)}
            problem={problems.message}
            hint={<Places />}
          />
        </div>
        {form.message.includes('{id}') && (
          <TextField
            label="Header with the id"
            mono
            value={form.idHeader}
            onChange={(value) => set('idHeader', value)}
            problem={problems.idHeader}
          />
        )}
        {(usesUrl || form.bodyHashParameter !== '') && (
          <TextField
            label="Query parameter with the body's hash"
            mono
            placeholder="none"
            value={form.bodyHashParameter}
            onChange={(value) => set('bodyHashParameter', value)}
            problem={problems.bodyHashParameter}
            hint="Must be the hex SHA-256 of the body, where it is there."
          />
        )}
      </div>
      <p className="own-preview">
        <span className="muted">Signs, for example,</span>{' '}
        <code>
          {messagePreview(form.message).map(({ text, place, at }) =>
            place === null ? (
              <span key={at}>{text}</span>
            ) : (
              <span key={at} className="own-filled" title={place}>
                {text}
              </span>
            ),
          )}
        </code>
      </p>
    </>
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
