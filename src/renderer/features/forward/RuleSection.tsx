import { useMutation } from '@tanstack/react-query'
import type { ForwardRule } from '../../../shared/wireTypes.ts'
import { useApp, useCalls } from '../../data/state/useApp.ts'
import { formatDuration, shortId } from '../../text/format.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { ErrorNote, Progress } from '../../ui/notes/Notes.tsx'
import { RuleLane, isAccepted, stateOf } from './RuleLane.tsx'
import { Fact, Facts, Section } from '../../ui/layout/Section.tsx'
import { Time } from '../../ui/basics/Time.tsx'
import { forwardWords as words } from './words.ts'
import styles from './Forward.module.css'

interface RuleSectionProps {
  environmentId: string
  rule: ForwardRule
  onEdit: () => void
  onCatchUp: () => void
  onRemove: () => void
}

/** One rule: what it sends where, how far it has come, and what can be done with it. */
export function RuleSection({ environmentId, rule, onEdit, onCatchUp, onRemove }: RuleSectionProps) {
  const calls = useCalls().forwarding
  const { paused, failed } = rule.state
  const which = { id: environmentId, ruleId: rule.id }
  const pause = useMutation((paused ? calls.resume : calls.pause).mutationOptions())
  const cancel = useMutation(calls.cancelCatchUp.mutationOptions())
  const error = pause.error ?? cancel.error
  return (
    <Section
      title={rule.name}
      lead={<RuleSign rule={rule} />}
      actions={
        <>
          {rule.enabled && (
            <Button busy={pause.isPending} onClick={() => pause.mutate(which)}>
              {paused ? words.resume : words.pause}
            </Button>
          )}
          {rule.enabled && (
            <Button onClick={onCatchUp}>{failed > 0 ? words.catchUpCount(failed) : words.catchUp}</Button>
          )}
          {!rule.temporary && (
            <>
              <Button onClick={onEdit}>{words.edit}</Button>
              <Button look="quiet" onClick={onRemove}>
                {words.remove}
              </Button>
            </>
          )}
        </>
      }
    >
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      {rule.temporary && <p className="muted">{words.temporary}</p>}
      <RuleLane rule={rule} />
      <CatchUp rule={rule} busy={cancel.isPending} onCancel={() => cancel.mutate(which)} />
      <div className={styles.halves}>
        <RuleFacts rule={rule} />
        <RuleLog rule={rule} />
      </div>
    </Section>
  )
}

function RuleFacts({ rule }: { rule: ForwardRule }) {
  return (
    <Facts>
      <Fact name={words.target}>
        <code>{rule.target}</code>
      </Fact>
      <Fact name={words.filter}>
        {rule.when.filter === undefined || rule.when.filter === '' ? words.everything : <code>{rule.when.filter}</code>}
      </Fact>
      <Fact name={words.order}>{words.orders[rule.order]}</Fact>
      <Fact name={words.tries}>{words.triesOf(rule.answerSender ? 0 : rule.retries, rule.timeoutMs)}</Fact>
      <Fact name={words.answers}>{rule.answerSender ? words.answersSender : words.answersItself}</Fact>
      <StateFacts rule={rule} />
    </Facts>
  )
}

function isCatchingUp({ state: { catchUp } }: ForwardRule): boolean {
  return catchUp !== null && catchUp.endedAt === null
}

/** Whether it works, in a word beside its sign. */
function RuleSign({ rule }: { rule: ForwardRule }) {
  const state = stateOf(rule)
  const { failed } = rule.state
  return (
    <span className={styles.sign} data-state={state} data-failed={failed > 0 || undefined}>
      {failed === 0 ? words[state] : words.withGivenUp(words[state], failed)}
    </span>
  )
}

function StateFacts({ rule }: { rule: ForwardRule }) {
  const { navigation } = useApp()
  const { held, heldLanes, failed } = rule.state
  const inbox = (filter: string) => navigation.href({ screen: 'inbox', filter, deliveryId: null })
  return (
    <>
      {heldLanes > 0 && (
        <Fact name={words.held}>
          <ul>
            {held.slice(0, 5).map((lane) => (
              <li key={lane.deliveryId}>
                {words.heldOne(nameOf(lane), lane.tries)} <Time at={lane.dueAt} form="moment" />
              </li>
            ))}
            {heldLanes > 5 && <li>{words.more(heldLanes - 5)}</li>}
          </ul>
        </Fact>
      )}
      {failed > 0 && (
        <Fact name={words.failed}>
          <a href={inbox('forward:failed')}>{words.failedLink(failed)}</a>
        </Fact>
      )}
    </>
  )
}

/** The newest tries since Hookscope started, the newest first. */
function RuleLog({ rule }: { rule: ForwardRule }) {
  const { navigation } = useApp()
  const { recent } = rule.state
  return (
    <div>
      <h3 className={styles.logTitle}>{words.log}</h3>
      {recent.length === 0 && <p className="muted">{words.noLast}</p>}
      <ul className={styles.log} aria-label={words.log}>
        {recent.map(({ deliveryId, at, status, totalMs, problem }, index) => (
          <li key={`${deliveryId} ${at}`}>
            <Time at={at} form="moment" />
            <a href={navigation.href({ screen: 'inbox', deliveryId })}>{words.lastOf(deliveryId)}</a>
            <span className={styles.status} data-accepted={isAccepted(status)}>
              {status ?? words.noAnswer}
            </span>
            <span className="muted numbers">{totalMs === null ? '' : formatDuration(totalMs)}</span>
            {/* A problem that goes on is named once. */}
            {problem !== null && problem !== recent[index - 1]?.problem && (
              <span className={styles.logProblem}>{problem}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function nameOf({ resourceType, resourceId }: ForwardRule['state']['held'][number]): string {
  return resourceType === null || resourceId === null ? words.noObject : `${resourceType} ${shortId(resourceId)}`
}

/** Progress of a catch-up, or the result of the last one. */
function CatchUp({ rule, busy, onCancel }: { rule: ForwardRule; busy: boolean; onCancel: () => void }) {
  const { catchUp, waiting, waitingMore, underWay } = rule.state
  if (catchUp === null) return null
  const { since, sent, failed, cancelled } = catchUp
  const settled = sent + failed
  const total = settled + waiting + underWay
  if (!isCatchingUp(rule)) {
    return (
      <p className="muted">
        {words.lastCatchUp}: {words.caughtUp(sent, failed, cancelled)} <Time at={since} />
      </p>
    )
  }
  return (
    <Stack gap={1}>
      <Row>
        {/* The fraction is unknown while more is left than is counted. */}
        <Progress label={words.catchingUp} value={waitingMore ? null : settled} max={total} />
        <Button busy={busy} onClick={onCancel}>
          {words.cancelCatchUp}
        </Button>
      </Row>
      <p className="muted numbers" aria-live="polite">
        {words.catchingUpSince} <Time at={since} />:{' '}
        {words.progress(sent, words.waitingCount(total, waitingMore), failed)}
      </p>
    </Stack>
  )
}
