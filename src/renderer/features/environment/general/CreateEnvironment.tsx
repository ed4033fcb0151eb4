import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { handshakesOf, needsVerifyToken } from '../../../../shared/signature/handshakes.ts'
import { schemePreset, senderPreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import { senderNameOf, setupOf } from '../../../../shared/signature/senderSetups.ts'
import { credentialOf } from '../../../../shared/signature/signatureScheme.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { generateSecret } from '../../../ui/fields/SecretField.tsx'
import { CredentialField, sendersFor } from '../secrets/SenderFields.tsx'
import { environmentWords } from './words.ts'
import styles from './Environments.module.css'
import { SenderIcon } from '../../../ui/basics/EnvironmentMark.tsx'
import { TileField } from '../../../ui/fields/Select.tsx'

const empty = { name: '', secret: null as string | null, setting: '' }

interface CreateEnvironmentProps {
  open: boolean
  /** The sender that is chosen at first: `service`, or the id of a preset. */
  sender: string
  onClose: () => void
}

/**
 * Creates an environment and switches to it: a service's to Connection, another sender's to Setup, which shows its URL. Where the sender wants a verify token, one is made.
 */
export function CreateEnvironment({ open, sender: first, onClose }: CreateEnvironmentProps) {
  const formId = useId()
  const { client, navigation } = useApp()
  const [form, setForm] = useState<NewEnvironment>({ ...empty, sender: first })
  const { sender, name, secret, setting } = form
  const isSender = sender !== 'service'
  const scheme = schemePreset(sender) ?? serviceScheme
  const handshakes = handshakesOf(sender)
  const names = useAppState(({ feed }) => feed.environments.map((environment) => environment.name).join('\n'))
  const offered = isSender ? freeName(scheme.label, names.split('\n')) : ''
  const given = name.trim() === '' ? offered : name.trim()
  const create = useMutation({
    mutationFn: async () => {
      const created = await client.environments.create({
        name: given,
        kind: isSender ? 'sender' : 'service',
        signatureScheme: sender,
        ...(secret === null || secret === '' ? {} : { sharedSecret: secret }),
        ...(setting === '' ? {} : { signatureSetting: setting }),
        ...(needsVerifyToken(handshakes) ? { verifyToken: generateSecret() } : {}),
      })
      await client.environments.activate({ id: created.id })
      return created
    },
    onSuccess: ({ kind }) => {
      navigation.go({ screen: kind === 'sender' ? 'go-live' : 'access', deliveryId: null, environmentId: null })
      onClose()
    },
  })
  const change = (part: Partial<NewEnvironment>) => {
    if (create.isError) create.reset()
    setForm({ ...form, ...part })
  }
  return (
    <Dialog
      title={environmentWords.newOne}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{environmentWords.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busy={create.isPending} disabled={given === ''}>
            {environmentWords.create}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={styles.form}
        onSubmit={() => {
          if (given !== '' && !create.isPending) create.mutate()
        }}
      >
        <SenderPicker value={sender} onChange={(id) => change({ sender: id, secret: null, setting: '' })} />
        <TextField
          label={environmentWords.nameOfNew}
          placeholder={isSender ? offered : environmentWords.newExample}
          maxLength={80}
          value={name}
          onChange={(text) => change({ name: text })}
          problem={create.error?.message}
          hint={isSender ? environmentWords.newSenderHint : environmentWords.newHint}
        />
        {isSender && <SenderFields form={form} change={change} />}
      </Form>
    </Dialog>
  )
}

type NewEnvironment = typeof empty & { sender: string }

/** The name, with a number behind it where it is taken. */
function freeName(name: string, taken: string[]): string {
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name} ${number}`)) number += 1
  return `${name} ${number}`
}

interface SenderFieldsProps {
  form: NewEnvironment
  change: (part: Partial<NewEnvironment>) => void
}

/** The secret or key of the sender's signatures. */
function SenderFields({ form: { sender, secret, setting }, change }: SenderFieldsProps) {
  const scheme = schemePreset(sender) ?? serviceScheme
  const isOurs = setupOf(sender).choosesSecret === true
  return (
    <>
      <CredentialField
        environment={null}
        scheme={scheme}
        value={secret}
        onChange={(text) => change({ secret: text })}
        hint={credentialHint(sender)}
      />
      {isOurs && (
        <div>
          <Button onClick={() => change({ secret: generateSecret() })}>{environmentWords.generate}</Button>
        </div>
      )}
      {scheme.setting !== undefined && (
        <TextField
          label={scheme.setting.label}
          mono
          maxLength={500}
          value={setting}
          onChange={(text) => change({ setting: text })}
        />
      )}
    </>
  )
}

/** Where the secret comes from; undefined where that is said of every credential of this kind. */
function credentialHint(sender: string): string | undefined {
  const preset = senderPreset(sender)
  if (preset === undefined) return undefined
  const name = senderNameOf(preset.scheme.label)
  const called = preset.guide?.secret ?? ''
  if (handshakesOf(sender).some(({ brings }) => brings !== undefined)) return environmentWords.bringsSecret
  if (setupOf(sender).choosesSecret === true) return environmentWords.chooseSecret(name, called)
  return credentialOf(preset.scheme) === 'secret' ? environmentWords.pasteSecret(name, called) : undefined
}

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
function SenderPicker({ value, onChange }: SenderPickerProps) {
  return (
    <TileField
      label={environmentWords.sender}
      placeholder={environmentWords.findSender(senders)}
      optionsFor={sendersInOrder}
      keyOf={({ id }) => id}
      value={value}
      onChange={({ id }) => onChange(id)}
      note={(found) =>
        found === 0
          ? environmentWords.noSender
          : environmentWords.chosenSender(senderPreset(value)?.scheme.label ?? value)
      }
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
