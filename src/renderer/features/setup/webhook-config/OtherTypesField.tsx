import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import type { EditedForm } from '../../../ui/useEdits.ts'
import { webhookConfigWords } from './words.ts'
import { type OtherTypes, typesTyped } from './otherTypes.ts'
import type { WebhookConfigForm } from './webhookConfigForm.ts'
import { isComposing } from '../../../ui/isComposing.ts'
import styles from './OtherTypesField.module.css'

interface OtherTypesFieldProps {
  draft: EditedForm<WebhookConfigForm>
  /** What is wrong with the one that is being typed. */
  problem: string | undefined
}

/** Types beyond the documented ten, one chip each, and the field for the next one. What is typed is checked at once. */
export function OtherTypesField({ draft: { form, set }, problem }: OtherTypesFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [told, tell] = useState('')
  const { otherTypes } = form
  const typed = form.typedType.trim()
  /** The button of a chip; negative: from the end. */
  const focusChip = (chip: number) =>
    [...(place.current?.querySelectorAll<HTMLElement>('[data-part="type-chip"] button') ?? [])].at(chip)?.focus()
  const take = (next: OtherTypes) => {
    set('otherTypes', next.otherTypes)
    set('typedType', next.typedType)
    const added = next.otherTypes.slice(otherTypes.length)
    if (added.length > 0) tell(webhookConfigWords.otherAdded(added.join(', ')))
  }
  const add = () => take(typesTyped(otherTypes, `${form.typedType},`))
  const remove = (type: string, at: number) => {
    set(
      'otherTypes',
      otherTypes.filter((other) => other !== type),
    )
    tell(webhookConfigWords.otherRemoved(type))
    // Its button goes with it: on to the neighbour's, or back to the field.
    if (otherTypes.length === 1) place.current?.querySelector('input')?.focus()
    else focusChip(at + 1 < otherTypes.length ? at + 1 : at - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') {
      // The field stands inside the form of the whole screen: Enter here means the chip, not Apply.
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && form.typedType === '' && otherTypes.length > 0) {
      focusChip(-1)
    }
  }
  return (
    <div className={styles.otherTypes} ref={place}>
      <TextField
        label={webhookConfigWords.others}
        mono
        placeholder={webhookConfigWords.otherExample}
        value={form.typedType}
        onChange={(value) => take(typesTyped(otherTypes, value))}
        onKeyDown={onKeyDown}
        problem={problem}
        hint={typed === '' ? webhookConfigWords.othersHint : webhookConfigWords.otherGoesAlong}
        after={
          <Button disabled={typed === '' || problem !== undefined} onClick={add}>
            {webhookConfigWords.addOther}
          </Button>
        }
      />
      {otherTypes.length > 0 && (
        <ul className={styles.typeChips} aria-label={webhookConfigWords.givenOthers}>
          {otherTypes.map((type, at) => (
            <li key={type} data-part="type-chip" className={styles.typeChip}>
              <code>{type}</code>
              <IconButton label={webhookConfigWords.removeOther(type)} icon={<X />} onClick={() => remove(type, at)} />
            </li>
          ))}
        </ul>
      )}
      <p className="unseen" aria-live="polite">
        {told}
      </p>
    </div>
  )
}
