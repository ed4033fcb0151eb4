import { Check, RefreshCw, TriangleAlert } from 'lucide-react'
import type { Status, Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import type { Call } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import type { EditedForm } from '../../../ui/hooks/useEdits.ts'
import { tunnelWords } from './words.ts'
import { LastLeg, WithAddress, type ProviderForm, ProviderOptions } from './ProviderOptions.tsx'
import { RadioField } from '../../../ui/fields/Form.tsx'
import styles from './Tunnel.module.css'
import { isTunnelOpen } from '../../../text/verdictWords.ts'

interface ProviderListProps {
  tunnel: Status['tunnel']
  providers: readonly TunnelProvider[]
  /** Id of the one that is looked at. */
  chosen: string
  onChoose: (id: string) => void
  draft: EditedForm<ProviderForm>
  open: Call<[string], Tunnel>
  looking: boolean
  lookAgain: () => void
}

/** Every way to a public URL, with what the user should know before choosing it. */
export function ProviderList({
  tunnel,
  providers,
  chosen,
  onChoose,
  draft,
  open,
  looking,
  lookAgain,
}: ProviderListProps) {
  return (
    <Section
      title={tunnelWords.providers}
      lead={tunnelWords.providersLead}
      actions={
        <Button
          look="quiet"
          icon={<RefreshCw aria-hidden="true" />}
          busy={looking}
          onClick={lookAgain}
          hint={tunnelWords.lookAgainNote}
        >
          {tunnelWords.lookAgain}
        </Button>
      }
    >
      <fieldset className={styles.providers}>
        <legend className="unseen">{tunnelWords.provider}</legend>
        {providers.map((provider) => (
          <div key={provider.id} className={styles.provider} data-chosen={provider.id === chosen || undefined}>
            <ProviderName
              provider={provider}
              isInUse={tunnel.provider.id === provider.id && isTunnelOpen(tunnel.state)}
              isChosen={provider.id === chosen}
              onChoose={() => onChoose(provider.id)}
            />
            <div className={styles.providerText}>
              {provider.id === chosen ? <Traits traits={provider.traits} /> : <Outline provider={provider} />}
              {/* A problem that is shown above is not repeated. */}
              {provider.fix !== null && provider.fix !== tunnel.problem && (
                <p className={styles.providerFix}>
                  <TriangleAlert aria-hidden="true" />
                  <span>
                    <WithAddress text={provider.fix} />
                  </span>
                </p>
              )}
              {provider.id === chosen && (
                <ProviderOptions provider={provider} tunnel={tunnel} draft={draft} open={open} />
              )}
            </div>
          </div>
        ))}
      </fieldset>
    </Section>
  )
}

interface ProviderNameProps {
  provider: TunnelProvider
  isInUse: boolean
  isChosen: boolean
  onChoose: () => void
}

function ProviderName({ provider, isInUse, isChosen, onChoose }: ProviderNameProps) {
  const noteId = `provider-${provider.id}-note`
  return (
    <div className={styles.providerHead}>
      <RadioField
        name="tunnel-provider"
        label={provider.label}
        checked={isChosen}
        noteId={isChosen ? noteId : `${noteId} ${outlineId(provider)}`}
        onChange={onChoose}
      />
      <p id={noteId} className={styles.providerNote}>
        {isInUse ? (
          <span className={styles.providerUsed}>
            <Check aria-hidden="true" />
            {tunnelWords.inUse}
          </span>
        ) : provider.available ? (
          readyWords(provider)
        ) : (
          <span className={styles.providerMissing}>{tunnelWords.missing}</span>
        )}
      </p>
    </div>
  )
}

function readyWords({ id, options }: TunnelProvider): string {
  if (id === 'none') return ''
  return options.some(({ required, set }) => required && !set) ? tunnelWords.needsSettings : tunnelWords.ready
}

/** A provider that is not chosen: only the facts that help to choose. */
function Outline({ provider }: { provider: TunnelProvider }) {
  const { needs, url, lastLegInClear } = provider.traits
  return (
    <>
      <p id={outlineId(provider)} className={styles.providerOutline}>
        {tunnelWords.needsWhat(lowerFirst(needs))} {url}
      </p>
      {lastLegInClear && <LastLeg traits={provider.traits} />}
    </>
  )
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function outlineId({ id }: TunnelProvider): string {
  return `provider-${id}-outline`
}

function Traits({ traits }: { traits: TunnelProvider['traits'] }) {
  return (
    <dl className={styles.traits}>
      <div>
        <dt>{tunnelWords.needs}</dt>
        <dd>{traits.needs}</dd>
      </div>
      <div>
        <dt>{tunnelWords.url}</dt>
        <dd>{traits.url}</dd>
      </div>
      <div>
        <dt>{tunnelWords.headers}</dt>
        <dd>{traits.headers}</dd>
      </div>
      <div>
        <dt>{tunnelWords.lastLeg}</dt>
        <dd>
          <LastLeg traits={traits} />
        </dd>
      </div>
    </dl>
  )
}
