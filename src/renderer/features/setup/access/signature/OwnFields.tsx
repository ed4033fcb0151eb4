import type { ComponentProps } from 'react'
import { TextField } from '../../../../ui/Field.tsx'
import { SelectField } from '../../../../ui/Select.tsx'
import type { OwnSchemeForm, OwnSchemeProblems } from './ownSchemeForm.ts'

/** What the parts of an own scheme's form work on. */
export interface OwnSchemePart {
  form: OwnSchemeForm
  problems: OwnSchemeProblems
  set: <K extends keyof OwnSchemeForm>(field: K, value: OwnSchemeForm[K]) => void
}

type Choices = 'kind' | 'separator' | 'algorithm' | 'encoding' | 'keyDecode' | 'timestampFrom' | 'timestampUnit'

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
