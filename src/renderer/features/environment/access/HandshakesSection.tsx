import { useState } from 'react'
import { handshakeOf, handshakesOf, needsVerifyToken } from '../../../../shared/signature/handshakes.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import { schemeWords } from './signature/words.ts'
import { handshakeSettingWords as words } from './words.ts'

/** The sender's handshakes that are answered, and the verify token that both sides know. Takes effect at once. */
export function HandshakesSection({ environment }: { environment: Environment }) {
  const client = useClient()
  const { id, handshakes, signatureScheme } = environment
  const { on } = handshakes
  const save = useCall(async (names: string[]) => client.environments.setHandshakes({ id, on: names }))
  const own = handshakesOf(signatureScheme)
  const others = on.flatMap((name) => (own.some((it) => it.name === name) ? [] : (handshakeOf(name) ?? [])))
  const offered = [...own, ...others]
  if (offered.length === 0) return null
  return (
    <Section title={words.title} lead={words.lead}>
      <Stack gap={4}>
        {offered.map(({ name, label, evidence, source }) => (
          <SwitchField
            key={name}
            label={label}
            hint={schemeWords.evidenceMeans[evidence](source)}
            checked={on.includes(name)}
            onChange={(wanted) => {
              // Not disabled while it is saved: the focus would be lost.
              if (!save.busy) void save.run(wanted ? [...on, name] : on.filter((it) => it !== name))
            }}
          />
        ))}
        {needsVerifyToken(offered) && (
          <VerifyToken key={handshakes.verifyToken.fingerprint} environment={environment} />
        )}
      </Stack>
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </Section>
  )
}

function VerifyToken({ environment: { id, handshakes } }: { environment: Environment }) {
  const client = useClient()
  const [text, setText] = useState<string | null>(null)
  const save = useCall(async () =>
    client.environments.setHandshakes({ id, on: handshakes.on, verifyToken: text ?? '' }),
  )
  return (
    <Form
      onSubmit={() => {
        if (text !== null) void save.run()
      }}
    >
      <Stack gap={2}>
        <SecretField
          label={words.verifyToken}
          stored={handshakes.verifyToken}
          value={text}
          onChange={setText}
          canGenerate
          hint={words.verifyTokenHint}
          problem={save.problem?.message}
          reveal={async () => (await client.environments.reveal({ id, secret: 'verifyToken' })).text}
        />
        {text !== null && (
          <Row gap={2}>
            <Button type="submit" busy={save.busy}>
              {words.saveVerifyToken}
            </Button>
          </Row>
        )}
      </Stack>
    </Form>
  )
}
