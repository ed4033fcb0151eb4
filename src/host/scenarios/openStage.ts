import { randomBytes, createPublicKey } from 'node:crypto'
import { applyWebhookConfig } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { ForwardProblem } from '../../engine/forwarding/forwardTarget.ts'
import type { TemporaryRule } from '../../engine/jobs/temporaryRules.ts'
import type { Hold } from '../../sandbox/outbox/startOutbox.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { countOf } from '../../shared/words/counts.ts'
import { webhookTypes } from '../../shared/model.ts'
import type { ScenarioPlan } from '../../shared/scenarios/planScenario.ts'
import { schemePreset, serviceScheme } from '../../shared/signature/schemePresets.ts'
import { credentialOf } from '../../shared/signature/signatureScheme.ts'
import { type Changes, openChanges, type PutBackTools } from './putBack.ts'
import { type RunWatch, watchRun } from './runWatch.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { readPrivateKey } from '../../engine/signature/keys/readPrivateKey.ts'

export interface StageTools extends PutBackTools {
  engine: Engine
  sandbox: Sandbox
  /** The scenarios that run, by the id of their environment: one in each. */
  busy: Map<string, string>
}

/** The surroundings of a run: its environment, the rule that forwards to the target, and the deliveries seen. */
export interface Stage {
  environment: { id: string; name: string }
  watch: RunWatch
  changes: Changes
  /** The app's rule; null where the run has no target. */
  rule: TemporaryRule | null
  /** Remarks for the user, as sentences. */
  notes: string[]
  /** Puts back what was set, and ends the rule. */
  close(): Promise<void>
}

interface StageOptions {
  run: string
  allowHost?: string | undefined
  secret?: string | undefined
  /** A private key, for senders that sign with one. */
  key?: string | undefined
}

/** Makes everything ready for a plan. Throws ExpectedFailure; nothing is left changed then. */
export async function openStage(tools: StageTools, plan: ScenarioPlan, options: StageOptions): Promise<Stage> {
  const { engine } = tools
  const notes: string[] = []
  const record = await environmentOf(tools, plan.environment)
  const { id, name } = record
  const other = tools.busy.get(id)
  if (other !== undefined) throw new ExpectedFailure({ code: 'scenario-running', fields: { name: other } })
  tools.busy.set(id, plan.name)
  const changes = openChanges(tools, options.run, id)
  let rule: TemporaryRule | null = null
  let watch: RunWatch | undefined
  let hold: Hold | undefined
  const close = async () => {
    try {
      await rule?.end()
      watch?.stop()
      await changes.putBack()
    } finally {
      hold?.release()
      tools.busy.delete(id)
    }
  }
  try {
    const secret = options.secret ?? secretOf(plan)
    if (record.kind === 'sandbox') {
      await prepareSandbox(tools)
      hold = await tools.sandbox.holdOutbox()
      if (hold.count > 0)
        notes.push(
          `The sandbox still has ${countOf(hold.count, 'notification')} of before to send. They are no part of this run, and are sent after it.`,
        )
      if (tools.sandbox.clock.setting().frozenAt !== null) {
        changes.setClock('run')
        notes.push(
          "The sandbox's clock is frozen, and then no retry is sent. It runs during this run, and is frozen again at its end.",
        )
      }
    }
    const scheme = engine.environments.verifier(id)?.scheme ?? serviceScheme
    const hasKeys = credentialOf(scheme) === 'public-key'
    if (options.key !== undefined) {
      if (!hasKeys) throw new ExpectedFailure({ code: 'scenario-key-unneeded', fields: { sender: scheme.label } })
      await changes.useSecret(publicKeyOf(options.key))
    } else if (secret !== undefined) await changes.useSecret(secret)
    else if (!hasKeys && record.kind !== 'sandbox' && record.sharedSecrets.length === 0) {
      await engine.environments.update(id, { sharedSecret: randomBytes(24).toString('base64url') })
      notes.push(
        `The environment "${name}" had no shared secret, so it got a random one. Your app needs it, too: copy it from the environment, or give your own with --secret-env NAME.`,
      )
    }
    watch = await watchRun({ engine, environmentId: id })
    if (plan.target !== null) {
      rule = await targetRule(engine, { environmentId: id, target: plan.target, allowHost: options.allowHost })
      watch.follow(rule)
    }
    return { environment: { id, name }, watch, changes, rule, notes, close }
  } catch (error) {
    await close()
    throw error
  }
}

function secretOf({ environment }: ScenarioPlan): string | undefined {
  return typeof environment === 'string' ? undefined : environment.secret
}

async function targetRule(
  engine: Engine,
  input: { environmentId: string; target: string; allowHost: string | undefined },
): Promise<TemporaryRule> {
  try {
    return await engine.forwardRules.addTemporary({ ...input, since: Date.now() })
  } catch (error) {
    throw error instanceof ForwardProblem ? new ExpectedFailure(error.why) : error
  }
}

/** The environment of a scenario: that of a sender is made where there is none. Throws ExpectedFailure. */
async function environmentOf(
  { engine: { environments } }: StageTools,
  wanted: ScenarioPlan['environment'],
): Promise<EnvironmentRecord> {
  const all = environments.all()
  const sandbox = all.find(({ kind }) => kind === 'sandbox')
  if (wanted === 'sandbox' && sandbox !== undefined) return sandbox
  if (typeof wanted === 'object' && 'name' in wanted) {
    const found = all.find(({ name }) => name === wanted.name)
    if (found === undefined) throw new ExpectedFailure({ code: 'no-environment-named', fields: { name: wanted.name } })
    return found
  }
  const sender = typeof wanted === 'object' ? wanted.sender : 'service'
  const isService = sender === 'service'
  const known = all.find(({ kind, signatureScheme }) => kind !== 'sandbox' && signatureScheme === sender)
  if (known !== undefined) return known
  const name = schemePreset(sender)?.label ?? sender
  const taken = all.some((each) => each.name === name)
  return environments.create({
    name: taken ? `${name} (scenarios)` : name,
    kind: isService ? 'service' : 'sender',
    signatureScheme: sender,
  })
}

/** Makes the sandbox send to our receiver, where it does not yet. */
async function prepareSandbox({ engine, sandbox, tools }: StageTools): Promise<void> {
  const { environments, receiver, publicAccess } = engine
  const record = environments.get('sandbox')
  if (record === undefined) return
  const { enabled, url } = sandbox.webhookConfig()
  const origins = [receiver.origin, publicAccess.origin()]
  const leadsHere = origins.some((origin) => origin !== null && url === `${origin}/in/${record.receiverKey}`)
  if (enabled && leadsHere && record.sharedSecrets.length > 0) return
  await applyWebhookConfig(tools, 'sandbox', {
    url: leadsHere ? url : `${receiver.origin}/in/${record.receiverKey}`,
    enabled: true,
    webhookTypes: [...webhookTypes],
    send: 'all',
    ...(record.sharedSecrets.length > 0 ? {} : { sharedSecret: randomBytes(24).toString('base64url') }),
  })
}

/** The public key that belongs to a private one, as a JWK where that names it, else as PEM. Throws ExpectedFailure. */
function publicKeyOf(text: string): string {
  const read = readPrivateKey(text)
  if (!read.ok) throw new ExpectedFailure({ code: 'private-key-unusable', fields: { problem: read.code } })
  const { key, kid } = read.key
  const publicKey = createPublicKey(key)
  if (kid !== null) return JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid })
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}
