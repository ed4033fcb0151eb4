import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Delivery, Environment, Explanation } from '../../../../shared/wireTypes.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { repairWords as words } from './words.ts'

interface RepairSecretProps {
  delivery: Delivery
  explanation: Explanation
}

/**
 * Repairs for a failed signature, next to its proof: adds the secret that the proof names, accepts a retired one again,
 * or takes a pasted one. Stored deliveries are then checked again.
 */
export function RepairSecret({ delivery, explanation }: RepairSecretProps) {
  const environment = useAppState(({ feed }) => feed.environments.find(({ id }) => id === delivery.environmentId))
  const { verdict } = delivery.signature
  if (environment === undefined || (verdict !== 'invalid' && verdict !== 'no-secret')) return null
  const matching = matchingSecret(explanation, environment)
  if (matching !== null) return <KnownSecret environment={environment} matching={matching} />
  // Another cause is proven, so a secret would not help.
  if (explanation.findings.some(({ kind }) => kind === 'proof')) return null
  return (
    <>
      <PastedSecret delivery={delivery} environment={environment} />
      {environment.kind !== 'sender' && environment.signatureScheme === 'service' && (
        <Rotate environment={environment} />
      )}
    </>
  )
}

/** A stored secret that gives the received signature without another change. */
export type MatchingSecret =
  | { kind: 'other'; fingerprint: string; of: string | null }
  | { kind: 'retired'; secretId: string; fingerprint: string }

/** Returns the secret that a proof names, if adding it is all that is needed. Pure. */
export function matchingSecret(
  { findings }: Pick<Explanation, 'findings'>,
  { sharedSecrets }: Pick<Environment, 'sharedSecrets'>,
): MatchingSecret | null {
  for (const { kind, why, secret } of findings) {
    if (kind !== 'proof' || why.code !== 'recomputed' || secret === null) continue
    const { causes, direction } = why.fields
    const [cause, ...more] = causes
    if (direction !== 'wire' || more.length > 0) continue
    const { fingerprint, environment } = secret
    if (cause === 'secret-other-environment') return { kind: 'other', fingerprint, of: environment }
    const own = sharedSecrets.find((each) => each.fingerprint === fingerprint)
    if (cause === 'secret-previous' && own !== undefined && own.retiredAt !== null)
      return { kind: 'retired', secretId: own.id, fingerprint }
  }
  return null
}

function KnownSecret({ environment, matching }: { environment: Environment; matching: MatchingSecret }) {
  const client = useClient()
  const toasts = useToasts()
  const { id, name } = environment
  const add = useMutation({
    mutationFn: async () =>
      matching.kind === 'other'
        ? client.environments.shareSecret({ id, fingerprint: matching.fingerprint })
        : client.environments.retireSecret({ id, secretId: matching.secretId, retired: false }),
    onSuccess: () => toasts.done(words.added),
  })
  return (
    <Stack gap={2}>
      <Row gap={2}>
        <Button look="primary" icon={<KeyRound aria-hidden="true" />} busy={add.isPending} onClick={() => add.mutate()}>
          {matching.kind === 'other' ? words.add : words.acceptAgain}
        </Button>
        <span className="muted">
          {matching.kind === 'other'
            ? words.addNote(matching.fingerprint, name)
            : words.acceptNote(matching.fingerprint)}
        </span>
      </Row>
      {add.error !== null && <ErrorNote>{add.error.message}</ErrorNote>}
    </Stack>
  )
}

function PastedSecret({ delivery, environment }: { delivery: Delivery; environment: Environment }) {
  const client = useClient()
  const toasts = useToasts()
  const [typed, setTyped] = useState('')
  const check = useMutation({
    mutationFn: async () => {
      const fits = await firstMatching([typed, typed.trim()], async (secret) =>
        client.deliveries.checkSecret({ id: delivery.id, secret }),
      )
      if (fits !== null) await client.environments.update({ id: environment.id, sharedSecret: fits })
      return fits !== null
    },
    onSuccess: (fits) => {
      if (fits) toasts.done(words.added)
    },
  })
  return (
    <Form
      aria-label={words.title}
      onSubmit={() => {
        if (typed !== '' && !check.isPending) check.mutate()
      }}
    >
      <Stack gap={2}>
        <SecretField
          label={words.paste}
          hint={words.pasteHint(environment.name)}
          stored={{ set: false, fingerprint: null }}
          value={typed}
          onChange={(text) => {
            setTyped(text ?? '')
            check.reset()
          }}
        />
        <Row gap={2}>
          <Button type="submit" look="primary" busy={check.isPending} disabled={typed === ''}>
            {words.checkAndAdd}
          </Button>
        </Row>
        {check.data === false && <ErrorNote>{words.doesNotFit}</ErrorNote>}
        {check.error !== null && <ErrorNote>{check.error.message}</ErrorNote>}
      </Stack>
    </Form>
  )
}

/** Applies a new secret at the service, for a secret that is unknown here. */
function Rotate({ environment }: { environment: Environment }) {
  const { client, calls, navigation } = useApp()
  const toasts = useToasts()
  const mayGoOn = useProductionGuard()
  const { id, name, rotation } = environment
  const { data: config } = useQuery(calls.webhookConfig.get.queryOptions({ input: { id } }))
  const rotate = useMutation({
    mutationFn: async (enabled: boolean) => {
      // A rotation that was started has its new secret, which only has to be applied.
      if (rotation?.state !== 'to-apply') await client.environments.rotateSecret({ id, quietMinutes })
      await client.webhookConfig.apply({ id, enabled })
    },
    onSuccess: () => toasts.done(words.rotated(name)),
  })
  if (config === undefined) return null
  const { applied, desired } = config
  const toConfig = <a href={navigation.href({ screen: 'secrets', deliveryId: null })}>{words.openSecrets}</a>
  // A config without a URL cannot be applied; the link leads to it.
  if (desired.url === null) {
    return (
      <p className="muted">
        {words.noUrl} {toConfig}
      </p>
    )
  }
  const rotateAsked = async () => {
    if (await mayGoOn(environment, productionWords.rotateAndApply)) rotate.mutate((applied ?? desired).enabled)
  }
  return (
    <Stack gap={2}>
      <Row gap={2}>
        <Button icon={<RotateCw aria-hidden="true" />} busy={rotate.isPending} onClick={() => void rotateAsked()}>
          {words.rotate}
        </Button>
        <span className="muted">{words.rotateNote}</span>
      </Row>
      {rotate.error !== null && <ErrorNote next={toConfig}>{rotate.error.message}</ErrorNote>}
    </Stack>
  )
}

/** Time without use after which the old secret is retired, minutes; the default of the rotation. */
const quietMinutes = 60

/** Returns the first text that verifies the delivery; a pasted secret may have white space at its ends. */
async function firstMatching(
  texts: readonly string[],
  check: (text: string) => Promise<{ proves: boolean }>,
): Promise<string | null> {
  for (const text of new Set(texts)) if (text !== '' && (await check(text)).proves) return text
  return null
}
