import type { ForwardRow } from '../store/records/forwards.ts'
import { forwardOne } from './forwardOne.ts'
import type { LaneItem } from './lanePlan.ts'
import { planTry } from './planTry.ts'
import { lastOf, type Running } from './running.ts'

/** Between tries to keep an outcome that the disk did not take, ms. */
const patienceMs = 500

/**
 * Sends one delivery and keeps what came of it. That it is on its way is on disk before it is sent: if the process ends
 * in between, it is sent again, and marked. Its outcome and what that means are kept in one transaction.
 * Answers the item as it waits for another try, or null when it is settled. Rejects when it was not sent.
 */
export async function sendItem(run: Running, item: LaneItem): Promise<LaneItem | null> {
  const { tools, ready } = run
  const { store, clock } = tools
  const { rule, target, outbound } = ready
  const readyAt = Math.max(item.dueAt, clock.now())
  const delivery = await store.get(String(item.id))
  const row = (state: ForwardRow['state'], tries: number, dueAt: number | null): ForwardRow => {
    return { ruleId: rule.id, deliveryId: String(item.id), state, tries, dueAt, changedAt: clock.now() }
  }
  if (delivery === null) {
    // Deleted or hidden meanwhile.
    if (item.tries > 0 || item.again) await store.putForward(row('settled', 0, null))
    return null
  }
  await store.putForward(row('running', item.tries, null))
  const { ours, hopId } = tools
  const ways = { target, ours, hopId, outbound, deadlineMs: rule.timeoutMs, signal: run.signal, now: clock.now }
  const sent = await forwardOne(ways, delivery, Math.max(0, clock.now() - readyAt))
  const tries = item.tries + 1
  const outcome = planTry(sent, { tries, retries: rule.retries, now: clock.now() })
  const dueAt = outcome.kind === 'again' ? outcome.dueAt : null
  const most = rule.retries + 1
  const forwarded = { ruleId: rule.id, rule: rule.name, nth: tries, most, again: item.again, nextAt: dueAt }
  const attempt = { ...sent, forwarded }
  const after = {
    taken: row('settled', 0, null),
    again: row('waiting', tries, dueAt),
    'passed-over': row('failed', tries, null),
    // As if the process had ended: it is sent again, and marked.
    'broken-off': row('running', item.tries, null),
  }[outcome.kind]
  const id = await untilKept(run, async () => store.addAttempt(attempt, after))
  run.last = lastOf(attempt)
  if (outcome.kind === 'taken') run.counted('sent')
  if (outcome.kind === 'passed-over') run.counted('failed')
  await tools.onAttempt({ ...attempt, id })
  if (outcome.kind === 'broken-off') return item
  return outcome.kind === 'again' ? { ...item, tries, dueAt: outcome.dueAt, again: false } : null
}

/** What an app has answered is not asked for twice because the disk is full: it is kept as soon as that is possible. */
async function untilKept({ tools, signal }: Running, keep: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await keep()
    } catch (error) {
      if (signal.aborted) throw error
      tools.log('warn', `The outcome of a forward could not be kept yet: ${String(error)}`)
      await new Promise<void>((resolve) => void tools.clock.after(patienceMs, resolve))
    }
  }
}
