import { keyDecodings, signatureAlgorithms, signatureEncodings } from '../../../shared/signature/signatureScheme.ts'
import { schemePreset, schemePresets } from '../../../shared/signature/schemePresets.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { HeaderForm } from './HeaderForm.tsx'
import { MessageTemplate } from './MessageTemplate.tsx'
import { formOfScheme, missingFields, type OwnSchemeForm, type OwnSchemeProblems } from './ownSchemeForm.ts'
import type { OwnSchemePartProps } from './ownSchemePart.ts'
import './OwnScheme.css'

interface OwnSchemeProps {
  form: OwnSchemeForm
  refused: OwnSchemeProblems
  onChange: (form: OwnSchemeForm) => void
}

/** A scheme described field by field: where the signature stands, how it is made, of which bytes, and how old it may be. */
export function OwnScheme({ form, refused, onChange }: OwnSchemeProps) {
  const part: OwnSchemePartProps = {
    form,
    problems: { ...refused, ...missingFields(form) },
    set: (field, value) => onChange({ ...form, [field]: value }),
  }
  const copy = (id: string) => {
    const preset = schemePreset(id)
    if (preset !== undefined) onChange(formOfScheme(preset))
  }
  return (
    <fieldset className="own-scheme">
      <legend className="unseen">Own scheme</legend>
      <SelectField
        label="Begin with a copy of"
        value=""
        options={[
          { value: '', label: 'choose a sender …' },
          ...schemePresets.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={copy}
        hint="Fills in all fields below."
      />
      <HeaderForm {...part} />
      <Making {...part} />
      <MessageTemplate {...part} />
      <Moment {...part} />
    </fieldset>
  )
}

const algorithmOptions = signatureAlgorithms.map((value) => ({ value, label: `HMAC-${value.toUpperCase()}` }))
const encodingOptions = signatureEncodings.map((value) => ({ value, label: value }))
const keyOptions = keyDecodings.map((value) => ({
  value,
  label: value === 'utf8' ? 'text as UTF-8' : `decoded ${value}`,
}))

function Making({ form, problems, set }: OwnSchemePartProps) {
  return (
    <div className="own-grid">
      <SelectField
        label="Algorithm"
        value={form.algorithm}
        options={algorithmOptions}
        onChange={(value) => set('algorithm', value)}
        problem={problems.algorithm}
      />
      <SelectField
        label="Digest written in"
        value={form.encoding}
        options={encodingOptions}
        onChange={(value) => set('encoding', value)}
        problem={problems.encoding}
      />
      <SelectField
        label="Key made of the secret"
        value={form.keyDecode}
        options={keyOptions}
        onChange={(value) => set('keyDecode', value)}
        problem={problems.keyDecode}
      />
      <TextField
        label="Prefix of the secret"
        mono
        placeholder="none"
        value={form.keyPrefix}
        onChange={(value) => set('keyPrefix', value)}
        problem={problems.keyPrefix}
        hint="Taken off before it becomes the key, such as whsec_."
      />
    </div>
  )
}

const momentOptions = [
  { value: 'none', label: 'not told' },
  { value: 'header', label: 'a header' },
  { value: 'pair', label: 'a pair in the signature header' },
  { value: 'body', label: 'a field of the JSON body' },
] as const
const unitOptions = [
  { value: 's', label: 'seconds' },
  { value: 'ms', label: 'milliseconds' },
] as const

function Moment({ form, problems, set }: OwnSchemePartProps) {
  const isTold = form.timestampFrom !== 'none'
  return (
    <div className="own-grid">
      <SelectField
        label="Timestamp"
        value={form.timestampFrom}
        options={momentOptions}
        onChange={(value) => set('timestampFrom', value)}
        problem={problems.timestampFrom}
        hint="Where the sender says when it signed."
      />
      {isTold && (
        <>
          <TextField
            label={form.timestampFrom === 'header' ? 'Timestamp header' : 'Name of the timestamp'}
            mono
            value={form.timestampName}
            onChange={(value) => set('timestampName', value)}
            problem={problems.timestampName}
          />
          <SelectField
            label="Timestamp in"
            value={form.timestampUnit}
            options={unitOptions}
            onChange={(value) => set('timestampUnit', value)}
            problem={problems.timestampUnit}
          />
          <TextField
            label="Tolerance, seconds"
            mono
            inputMode="numeric"
            placeholder="none"
            value={form.tolerance}
            onChange={(value) => set('tolerance', value)}
            problem={problems.tolerance}
            hint="Older is told apart: right, but too old."
          />
        </>
      )}
    </div>
  )
}
