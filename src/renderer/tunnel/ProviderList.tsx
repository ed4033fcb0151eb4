import { Check, RefreshCw, TriangleAlert } from 'lucide-react'
import type { Status, Tunnel, TunnelProvider } from '../../shared/wireTypes.ts'
import type { Call } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import type { EditedForm } from '../ui/useEdits.ts'
import type { ProviderForm } from './providerDraft.ts'
import { ProviderOptions } from './ProviderOptions.tsx'
import { RadioField } from './RadioField.tsx'
import { isOpen } from './tunnelWords.ts'

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

/** Every way to a public URL, with what a person should know before choosing it. */
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
      title="Providers"
      lead="Each gives the receiver a public URL in its own way."
      actions={
        <Button
          look="quiet"
          icon={<RefreshCw aria-hidden="true" />}
          busy={looking}
          onClick={lookAgain}
          title="Look again which programs are there"
        >
          Look again
        </Button>
      }
    >
      <fieldset className="providers">
        <legend className="unseen">Provider</legend>
        {providers.map((provider) => (
          <div key={provider.id} className="provider" data-chosen={provider.id === chosen || undefined}>
            <ProviderName
              provider={provider}
              isInUse={tunnel.provider.id === provider.id && isOpen(tunnel.state)}
              isChosen={provider.id === chosen}
              onChoose={() => onChoose(provider.id)}
            />
            <div className="provider-text">
              <Traits traits={provider.traits} />
              {provider.fix !== null && (
                <p className="provider-fix">
                  <TriangleAlert aria-hidden="true" />
                  <span>{provider.fix}</span>
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
    <div className="provider-head">
      <RadioField
        name="tunnel-provider"
        label={provider.label}
        checked={isChosen}
        noteId={noteId}
        onChange={onChoose}
      />
      <p id={noteId} className="provider-note">
        {isInUse ? (
          <span className="provider-used">
            <Check aria-hidden="true" />
            in use
          </span>
        ) : provider.available ? (
          readyWords(provider)
        ) : (
          <span className="provider-missing">something is missing</span>
        )}
      </p>
    </div>
  )
}

function readyWords({ id, options }: TunnelProvider): string {
  if (id === 'none') return ''
  return options.some(({ required, set }) => required && !set) ? 'needs settings' : 'ready'
}

function Traits({ traits }: { traits: TunnelProvider['traits'] }) {
  return (
    <dl className="traits">
      <div>
        <dt>Needs</dt>
        <dd>{traits.needs}</dd>
      </div>
      <div>
        <dt>URL</dt>
        <dd>{traits.url}</dd>
      </div>
      <div>
        <dt>Headers</dt>
        <dd>{traits.headers}</dd>
      </div>
      <div>
        <dt>Last leg</dt>
        <dd className={traits.lastLegInClear ? 'tunnel-clear' : undefined}>
          {traits.lastLegInClear && <TriangleAlert aria-hidden="true" />}
          <span>
            {traits.lastLegInClear && 'Not encrypted. '}
            {traits.lastLeg}
          </span>
        </dd>
      </div>
    </dl>
  )
}
