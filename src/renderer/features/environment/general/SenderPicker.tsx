import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { SenderIcon } from '../../../ui/basics/EnvironmentMark.tsx'
import { TileField } from '../../../ui/fields/TileField.tsx'
import { sendersFor } from '../secrets/SenderField.tsx'
import { environmentWords as words } from './words.ts'

interface SenderPickerProps {
  /** Id of a preset. */
  value: string
  onChange: (id: string) => void
}

/** Shown first: the service, then what most users have. */
const common = ['service', 'stripe', 'github', 'shopify', 'slack', 'gitlab', 'paypal', 'twilio', 'sendgrid', 'linear']
const commonFirst = new Map(common.map((id, place) => [id, place]))

/** The senders for a query: those whose name begins with it, then the others; common ones first. Pure. */
export function sendersInOrder(query: string): ReturnType<typeof sendersFor> {
  const typed = query.trim().toLowerCase()
  const placeOf = ({ id, label }: ReturnType<typeof sendersFor>[number]) =>
    (label.toLowerCase().startsWith(typed) ? 0 : common.length + 1) + (commonFirst.get(id) ?? common.length)
  return sendersFor(query, false).toSorted((one, other) => placeOf(one) - placeOf(other))
}

const senders = sendersInOrder('').length

/** All senders with their icons, found by name. */
export function SenderPicker({ value, onChange }: SenderPickerProps) {
  return (
    <TileField
      label={words.sender}
      placeholder={words.findSender(senders)}
      optionsFor={sendersInOrder}
      keyOf={({ id }) => id}
      value={value}
      onChange={({ id }) => onChange(id)}
      note={(found) => (found === 0 ? words.noSender : words.chosenSender(senderPreset(value)?.scheme.label ?? value))}
    >
      {({ id, label }) => (
        <>
          <SenderIcon id={id} name={label} />
          <span>{label}</span>
        </>
      )}
    </TileField>
  )
}
