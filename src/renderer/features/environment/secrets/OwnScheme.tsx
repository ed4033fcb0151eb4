import { Download } from 'lucide-react'
import { useState } from 'react'
import { schemeFileText } from '../../../../shared/signature/schemeFileText.ts'
import { schemePresets, senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { signatureAlgorithms, signatureEncodings } from '../../../../shared/signature/signatureScheme.ts'
import { filled } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { saveBytes } from '../../../ui/hooks/files.ts'
import { MessageTemplate, OwnChoice, type OwnSchemePart, OwnText, headerPreview } from './MessageTemplate.tsx'
import {
  formOfScheme,
  missingFields,
  type OwnSchemeForm,
  type OwnSchemeProblems,
  schemeOfForm,
} from '../form/ownSchemeForm.ts'
import { formWords } from '../settingsWords.ts'
import { schemeWords } from './words.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Secrets.module.css'

interface OwnSchemeProps {
  form: OwnSchemeForm
  refused: OwnSchemeProblems
  onChange: (form: OwnSchemeForm) => void
}

/** A scheme described field by field: where the signature stands, how it is made, of which bytes, and how old it may be. */
export function OwnScheme({ form, refused, onChange }: OwnSchemeProps) {
  const part: OwnSchemePart = {
    form,
    problems: { ...refused, ...missingFields(form) },
    set: (field, value) => onChange({ ...form, [field]: value }),
  }
  const [copied, setCopied] = useState('')
  const copy = (id: string) => {
    setCopied(id)
    const preset = senderPreset(id)
    if (preset !== undefined) onChange(formOfScheme({ ...preset.scheme, meaning: preset.meaning }))
  }
  return (
    <fieldset className={styles.ownScheme}>
      <legend className="unseen">{formWords.ownScheme}</legend>
      <SelectField
        label={schemeWords.copyOf}
        value={copied}
        options={[
          { value: '', label: schemeWords.chooseSender },
          ...schemePresets.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={copy}
        hint={schemeWords.copyHint}
      />
      {form.json === '' ? (
        <>
          <HeaderForm part={part} />
          <Making part={part} />
          <MessageTemplate part={part} />
          <Moment part={part} />
          <MeaningFields part={part} />
        </>
      ) : (
        <Field label={schemeWords.asJson} hint={schemeWords.asJsonHint} problem={Object.values(part.problems)[0]}>
          {(wiring) => (
            <textarea
              {...wiring}
              className={`${fieldStyles.input} mono ${styles.text}`}
              rows={18}
              spellCheck={false}
              value={form.json}
              onChange={(event) => part.set('json', event.target.value === '' ? ' ' : event.target.value)}
            />
          )}
        </Field>
      )}
      <div>
        <Button
          icon={<Download aria-hidden="true" />}
          disabled={Object.keys(part.problems).length > 0}
          onClick={() =>
            saveBytes(new TextEncoder().encode(schemeFileText(schemeOfForm(form))), schemeWords.schemeFile)
          }
        >
          {schemeWords.saveAsFile}
        </Button>{' '}
        {form.json === '' && (
          <Button look="quiet" onClick={() => onChange({ ...form, json: schemeFileText(schemeOfForm(form)) })}>
            {schemeWords.editAsJson}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const algorithms = namesOf(signatureAlgorithms, schemeWords.algorithmName)
const encodings = namesOf(signatureEncodings, (encoding) => encoding)
const decodings = namesOf(['utf8', 'hex', 'base64'] as const, (decoding) =>
  decoding === 'utf8' ? schemeWords.keyIsText : schemeWords.keyIsDecoded(decoding),
)

function namesOf<T extends string>(values: readonly T[], name: (value: T) => string): Record<T, string> {
  return Object.fromEntries(values.map((value) => [value, name(value)])) as Record<T, string>
}

function Making({ part }: { part: OwnSchemePart }) {
  return (
    <div className={styles.ownGrid}>
      <OwnChoice part={part} field="algorithm" label={schemeWords.algorithm} names={algorithms} />
      <OwnChoice part={part} field="encoding" label={schemeWords.encoding} names={encodings} />
      <OwnChoice part={part} field="keyDecode" label={schemeWords.keyDecode} names={decodings} />
      <OwnText
        part={part}
        field="keyPrefix"
        label={schemeWords.keyPrefix}
        placeholder={schemeWords.none}
        hint={schemeWords.keyPrefixHint}
      />
    </div>
  )
}

function Moment({ part }: { part: OwnSchemePart }) {
  const { timestampFrom } = part.form
  const name = timestampFrom === 'header' ? schemeWords.timestampHeader : schemeWords.timestampName
  return (
    <div className={styles.ownGrid}>
      <OwnChoice
        part={part}
        field="timestampFrom"
        label={schemeWords.timestamp}
        names={schemeWords.timestampFrom}
        hint={schemeWords.timestampHint}
      />
      {timestampFrom !== 'none' && (
        <>
          <OwnText part={part} field="timestampName" label={name} />
          <OwnChoice part={part} field="timestampUnit" label={schemeWords.timestampUnit} names={schemeWords.units} />
          <OwnText
            part={part}
            field="tolerance"
            label={schemeWords.tolerance}
            inputMode="numeric"
            placeholder={schemeWords.none}
            hint={schemeWords.toleranceHint}
          />
        </>
      )}
    </div>
  )
}

/** Where the type, id, time and object of a delivery are. */
function MeaningFields({ part }: { part: OwnSchemePart }) {
  return (
    <>
      <div className={styles.ownGrid}>
        <OwnText
          part={part}
          field="eventType"
          label={schemeWords.eventType}
          placeholder={schemeWords.placeExamples.eventType}
        />
        <OwnText
          part={part}
          field="eventId"
          label={schemeWords.eventId}
          placeholder={schemeWords.placeExamples.eventId}
        />
        <OwnText part={part} field="time" label={schemeWords.eventTime} placeholder={schemeWords.placeExamples.time} />
        <OwnText
          part={part}
          field="objectType"
          label={schemeWords.objectType}
          placeholder={schemeWords.placeExamples.objectType}
        />
        <OwnText
          part={part}
          field="objectId"
          label={schemeWords.objectId}
          placeholder={schemeWords.placeExamples.objectId}
        />
        <OwnChoice part={part} field="objectIdForm" label={schemeWords.objectIdForm} names={schemeWords.idForms} />
        <OwnText
          part={part}
          field="items"
          label={schemeWords.items}
          placeholder={schemeWords.none}
          hint={schemeWords.itemsHint}
        />
      </div>
      <p className={styles.schemeLine}>{schemeWords.meaningHint}</p>
    </>
  )
}

/** The header of the signature, and its format there. */
function HeaderForm({ part }: { part: OwnSchemePart }) {
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
