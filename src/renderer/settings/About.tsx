import { Keyboard } from 'lucide-react'
import { openKeyHelp } from '../frame/KeyHelp.tsx'
import type { Status } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { countOf, groupDigits } from '../ui/format.ts'
import { Fact, Facts, Section } from '../ui/Section.tsx'
import { verdictsInWords } from './verdictsInWords.ts'

/** Where deliveries come in, where they are kept, and what this is: facts, nothing to change. */
export function About({ status }: { status: Status }) {
  const { receiver, counts, health } = status
  return (
    <>
      <Section title="Receiver">
        <Facts>
          <Fact name="Address">
            {receiver.url === null ? (
              (receiver.problem ?? 'It does not listen.')
            ) : (
              <span className="settings-copied">
                <code>{receiver.url}</code>
                <CopyButton text={receiver.url} what="the receiver's address" />
              </span>
            )}
          </Fact>
          <Fact name="Listens on" note="This machine only. A sender elsewhere needs a tunnel or proxy that leads here.">
            <code>{receiver.origin ?? '—'}</code>
          </Fact>
          <Fact name="Strays" note="Requests for no known path. Answered 404, counted since the start, not kept.">
            <span className="numbers">{groupDigits(receiver.strays)}</span>
          </Fact>
          <Fact name="Largest body" note="A larger one is answered 413; what came up to the limit is kept and marked.">
            10 MiB
          </Fact>
        </Facts>
      </Section>
      <Section title="Storage">
        <Facts>
          <Fact name="Data folder">
            <span className="settings-copied">
              <code>{status.dataFolder}</code>
              <CopyButton text={status.dataFolder} what="the data folder" />
            </span>
          </Fact>
          <Fact name="Secrets">{status.secretStorage}</Fact>
          <Fact name="Deliveries" note={verdictsInWords(counts.byVerdict)}>
            <span className="numbers">{groupDigits(counts.deliveries)}</span>
          </Fact>
          <Fact name="State">
            {health.problem ?? (health.store === 'ok' ? 'Working.' : 'It cannot take writes now.')}
            {health.indexBehind > 0 && ` ${countOf(health.indexBehind, 'delivery', 'deliveries')} not yet searchable.`}
          </Fact>
        </Facts>
      </Section>
      <Section title="About">
        <Facts>
          <Fact name="Version">
            <span className="numbers">Hookscope {status.version}</span>
          </Fact>
          <Fact name="Process">
            <span className="numbers">{status.pid}</span>
          </Fact>
          <Fact name="Keys">
            <Button icon={<Keyboard />} onClick={openKeyHelp}>
              Show all keys
            </Button>
          </Fact>
        </Facts>
      </Section>
    </>
  )
}
