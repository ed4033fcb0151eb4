import { Eye } from 'lucide-react'
import type { SandboxState } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fact, Facts, Section } from '../../ui/Section.tsx'
import { sandboxWords as words } from './words.ts'
import { typeWords } from '../setup/webhook-config/changesOf.ts'
import { shortReceiverKey } from '../../../shared/receiverKey.ts'
import styles from './Sandbox.module.css'

/** Where the sandbox is, how to sign in to it, and what it was told about webhooks. */
export function SandboxFacts({ sandbox }: { sandbox: SandboxState }) {
  const { webhookConfig } = sandbox
  return (
    <>
      <Section title={words.config}>
        <Facts>
          <Fact name={words.url}>
            {webhookConfig.url === '' ? words.noUrl : <code>{shortReceiverKey(webhookConfig.url)}</code>}
          </Fact>
          <Fact name={words.enabled}>{webhookConfig.enabled ? words.yes : words.no}</Fact>
          <Fact name={words.types}>{typeWords(webhookConfig.webhookTypes)}</Fact>
        </Facts>
      </Section>
      <Section title={words.access} lead={words.accessLead}>
        <Facts>
          <Copied name={words.authUrl} text={sandbox.authUrl} />
          <Copied name={words.baseUrl} text={sandbox.baseUrl} />
          <Copied name={words.clientId} text={sandbox.clientId} />
          <Copied name={words.audience} text={sandbox.audience} />
          <Copied name={words.username} text={sandbox.username} />
          <Password />
          <Copied name={words.organizationId} text={sandbox.organizationId} />
        </Facts>
      </Section>
    </>
  )
}

function Copied({ name, text }: { name: string; text: string }) {
  return (
    <Fact name={name}>
      <span className={styles.copied}>
        <code>{text}</code>
        <CopyButton text={text} what={words.copied(name)} />
      </span>
    </Fact>
  )
}

/** The one fact that is asked for on demand, like every other secret. */
function Password() {
  const client = useClient()
  const reveal = useCall(async () => client.environments.reveal({ id: 'sandbox', secret: 'password' }))
  if (reveal.answer !== undefined) return <Copied name={words.password} text={reveal.answer.text} />
  return (
    <Fact name={words.password} note={reveal.problem?.message}>
      <Button
        look="quiet"
        className={styles.reveal}
        icon={<Eye />}
        busy={reveal.busy}
        onClick={() => void reveal.run()}
      >
        {words.reveal}
      </Button>
    </Fact>
  )
}
