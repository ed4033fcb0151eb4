import { SelectField, TextField } from '../../ui/Field.tsx'
import { headerPreview } from './messagePreview.ts'
import type { OwnSchemePartProps } from './ownSchemePart.ts'

const kindOptions = [
  { value: 'plain', label: 'the digest alone' },
  { value: 'pairs', label: 'pairs, such as t=…,v1=…' },
  { value: 'list', label: 'a list with spaces, such as v1,… v1,…' },
] as const
const separatorOptions = [
  { value: ',', label: 'comma' },
  { value: ';', label: 'semicolon' },
] as const

/** Which header carries the signature, and how it stands there. */
export function HeaderForm({ form, problems, set }: OwnSchemePartProps) {
  return (
    <>
      <div className="own-grid">
        <TextField
          label="Signature header"
          mono
          value={form.header}
          onChange={(value) => set('header', value)}
          problem={problems.header}
        />
        <SelectField
          label="Its value is"
          value={form.kind}
          options={kindOptions}
          onChange={(value) => set('kind', value)}
          problem={problems.kind}
        />
        {form.kind === 'pairs' ? (
          <>
            <SelectField
              label="Pairs separated by"
              value={form.separator}
              options={separatorOptions}
              onChange={(value) => set('separator', value)}
              problem={problems.separator}
            />
            <TextField
              label="Pair with the signature"
              mono
              placeholder="v1"
              value={form.pairKey}
              onChange={(value) => set('pairKey', value)}
              problem={problems.pairKey}
            />
          </>
        ) : (
          <TextField
            label={form.kind === 'list' ? 'Prefix of each entry' : 'Prefix of the digest'}
            mono
            placeholder="none"
            value={form.prefix}
            onChange={(value) => set('prefix', value)}
            problem={problems.prefix}
          />
        )}
      </div>
      <p className="own-preview">
        <span className="muted">Looks like</span>{' '}
        <code>
          {form.header.trim() === '' ? '…' : form.header.trim()}: {headerPreview(form)}
        </code>
      </p>
    </>
  )
}
