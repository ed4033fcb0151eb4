import { Eye } from 'lucide-react'
import type { SandboxState } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Fact, Facts, Section } from '../ui/Section.tsx'
import { typeWords } from '../webhook-config/changesOf.ts'
import { hideKey } from '../webhook-config/webhookConfigForm.ts'

/** Where the sandbox is, how to sign in to it, and what it was told about webhooks. */
export function SandboxFacts({ sandbox }: { sandbox: SandboxState }) {
  const { webhookConfig } = sandbox
  return (
    <>
      <Section title="Webhook config, as the sandbox holds it">
        <Facts>
          <Fact name="URL">{webhookConfig.url === '' ? 'none' : <code>{hideKey(webhookConfig.url)}</code>}</Fact>
          <Fact name="Enabled">{webhookConfig.enabled ? 'yes' : 'no'}</Fact>
          <Fact name="Types">{typeWords(webhookConfig.webhookTypes)}</Fact>
        </Facts>
      </Section>
      <Section
        title="Addresses and credentials"
        lead="For demonstration only. The address is another one after each start; this app fills it in by itself."
      >
        <Facts>
          <Copied name="Auth URL" text={sandbox.authUrl} />
          <Copied name="Base URL" text={sandbox.baseUrl} />
          <Copied name="Client id" text={sandbox.clientId} />
          <Copied name="Audience" text={sandbox.audience} />
          <Copied name="Username" text={sandbox.username} />
          <Password />
          <Copied name="Organization id" text={sandbox.organizationId} />
        </Facts>
      </Section>
    </>
  )
}

function Copied({ name, text }: { name: string; text: string }) {
  return (
    <Fact name={name}>
      <span className="sandbox-copied">
        <code>{text}</code>
        <CopyButton text={text} what={`the ${name.charAt(0).toLowerCase()}${name.slice(1)}`} />
      </span>
    </Fact>
  )
}

/** The one fact that is asked for on demand, like every other secret. */
function Password() {
  const client = useClient()
  const reveal = useCall(async () => client.environments.reveal({ id: 'sandbox', secret: 'password' }))
  if (reveal.answer !== undefined) return <Copied name="Password" text={reveal.answer.text} />
  return (
    <Fact name="Password" note={reveal.problem?.message}>
      <Button
        look="quiet"
        className="sandbox-reveal"
        icon={<Eye />}
        busy={reveal.busy}
        onClick={() => void reveal.run()}
      >
        Reveal
      </Button>
    </Fact>
  )
}
