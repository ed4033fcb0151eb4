import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState, useId } from 'react'
import type { Environment, ForwardRule, ForwardRules } from '../../../shared/wireTypes.ts'
import { useCommands } from '../../commands/useCommands.ts'
import { problemSentenceOf } from '../../data/wire/problem.ts'
import { useAppState, useCalls, useClient } from '../../data/state/useApp.ts'
import { Button, IconButton, Row, Stack } from '../../ui/basics/Button.tsx'
import { CodeLine } from '../../ui/code/Code.tsx'
import { useAsk, Dialog } from '../../ui/popups/Dialog.tsx'
import { Loading, ErrorNote } from '../../ui/notes/Notes.tsx'
import { Screen, Section } from '../../ui/layout/Section.tsx'
import { RuleDialog, keptRule } from './RuleDialog.tsx'
import { EmptyLane } from './RuleLane.tsx'
import { RuleSection } from './RuleSection.tsx'
import { forwardWords as words } from './words.ts'
import { readMoment } from '../../../shared/filter/filterMoments.ts'
import { TextField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import styles from './Forward.module.css'

/** The rules by which deliveries go on to local apps, and how far each has come. */
export function ForwardingScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return <Loading what={words.what} />
  return <RulesOf key={environment.id} environment={environment} />
}

type Opened = { kind: 'rule'; rule: ForwardRule | null } | { kind: 'catch-up'; rule: ForwardRule }

function RulesOf({ environment: { id, name } }: { environment: Environment }) {
  const { data, error, refetch } = useQuery(useCalls().forwarding.rules.queryOptions({ input: { id } }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const openNew = () => setOpened({ kind: 'rule', rule: null })
  const remove = useRemove(id)
  useCommands(() => [
    { id: 'forwarding.new', title: words.newRule, group: 'forwarding', run: openNew },
    ...(data?.rules ?? []).map((rule) => ({
      id: `forwarding.catchUp.${rule.id}`,
      title: words.catchUpTitle(rule.name),
      group: 'forwarding' as const,
      run: () => setOpened({ kind: 'catch-up', rule }),
    })),
  ])
  return (
    <Screen
      title={words.title}
      lead={words.lead(name)}
      actions={data?.rules.length !== 0 && <NewRule onClick={openNew} />}
    >
      {error !== null && (
        <ErrorNote next={<Button onClick={() => void refetch()}>{words.loadAgain}</Button>}>{error.message}</ErrorNote>
      )}
      {data === undefined && error === null && <Loading what={words.what} />}
      {data?.rules.length === 0 && (
        <div className={styles.empty}>
          <EmptyLane />
          <h2>{words.none}</h2>
          <p>{words.noneLead}</p>
          <div>
            <NewRule onClick={openNew} />
          </div>
          <CodeLine name={words.fromTerminal} text={words.command} language="bash" what={words.commandName} />
        </div>
      )}
      {data?.rules.map((rule) => (
        <RuleSection
          key={rule.id}
          environmentId={id}
          rule={rule}
          onEdit={() => setOpened({ kind: 'rule', rule })}
          onCatchUp={() => setOpened({ kind: 'catch-up', rule })}
          onRemove={() => void remove(rule)}
        />
      ))}
      {data !== undefined && data.allowedHosts.length > 0 && <AllowedHosts id={id} hosts={data.allowedHosts} />}
      {opened?.kind === 'rule' && data !== undefined && (
        <RuleDialog environmentId={id} rule={opened.rule} onClose={() => setOpened(null)} />
      )}
      {opened?.kind === 'catch-up' && (
        <CatchUpDialog environmentId={id} rule={opened.rule} onClose={() => setOpened(null)} />
      )}
    </Screen>
  )
}

function NewRule({ onClick }: { onClick: () => void }) {
  return (
    <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={onClick}>
      {words.newRule}
    </Button>
  )
}

/** Asks, and writes the others back without the rule. */
function useRemove(id: string) {
  const client = useClient()
  const removal = useMutation({
    // Rules may have come while the question was open.
    mutationFn: async (ruleId: string) => {
      const { rules } = await client.forwarding.rules({ id })
      return client.forwarding.setRules({ id, rules: rules.filter((known) => known.id !== ruleId).map(keptRule) })
    },
  })
  const ask = useAsk()
  return async (rule: ForwardRule) => {
    await ask.confirm({
      title: words.removeTitle(rule.name),
      text: words.removeText,
      yes: words.remove,
      no: words.cancel,
      isDanger: true,
      run: async () => problemSentenceOf(removal.mutateAsync(rule.id)),
    })
  }
}

/** Hosts that the user allowed, to be taken back. While a rule needs one, it stays. */
function AllowedHosts({ id, hosts }: { id: string; hosts: ForwardRules['allowedHosts'] }) {
  const client = useClient()
  const { mutate, error } = useMutation({
    mutationFn: async (host: string) => {
      const { rules, allowedHosts } = await client.forwarding.rules({ id })
      const others = allowedHosts.filter((known) => known !== host)
      return client.forwarding.setRules({ id, rules: rules.map(keptRule), allowedHosts: others })
    },
  })
  return (
    <Section title={words.hosts} lead={words.hostsLead}>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      <ul>
        {hosts.map((host) => (
          <li key={host}>
            <Row gap={2}>
              <code>{host}</code>
              <IconButton label={words.removeHost(host)} icon={<Trash2 />} onClick={() => mutate(host)} />
            </Row>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface CatchUpDialogProps {
  environmentId: string
  rule: ForwardRule
  onClose: () => void
}

/** Asks since when an app missed deliveries, in the words of the filter. */
export function CatchUpDialog({ environmentId, rule, onClose }: CatchUpDialogProps) {
  const formId = useId()
  const [since, setSince] = useState('1h')
  const [isWrong, setWrong] = useState(false)
  const start = useMutation(useCalls().forwarding.catchUp.mutationOptions({ onSuccess: onClose }))
  const submit = () => {
    const at = readMoment(since.trim(), Date.now())
    setWrong(at === null)
    if (at !== null) start.mutate({ id: environmentId, ruleId: rule.id, since: new Date(at).toISOString() })
  }
  return (
    <Dialog
      title={words.catchUpTitle(rule.name)}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busy={start.isPending}>
            {words.start}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <Stack gap={3}>
          <TextField
            label={words.since}
            mono
            hint={words.sinceHint}
            value={since}
            problem={isWrong ? words.sinceWrong : null}
            onChange={setSince}
          />
          <p className="muted">{words.catchUpText}</p>
          {start.error !== null && <ErrorNote>{start.error.message}</ErrorNote>}
        </Stack>
      </Form>
    </Dialog>
  )
}
