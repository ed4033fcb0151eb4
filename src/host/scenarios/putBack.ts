import { applyWebhookConfig, type ApplyTools } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { type EnvironmentRecord, withSharedSecret } from '../../engine/environments/environmentRecord.ts'
import { runRuleIdStart } from '../../engine/responses/openResponses.ts'
import { keepProofs } from '../../engine/verification/keptProofs.ts'
import type { ClockSetting } from '../../sandbox/sandboxClock.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import type { Engine, Log } from '../../engine/startEngine.ts'

/** Records changes of settings and undoes them. */
export interface Changes {
  /** Makes a text the current shared secret of the environment; those before it stay accepted. */
  useSecret(text: string): Promise<void>
  /** Sets the sandbox's clock. It is in memory only, so that a crash puts it back, too. Throws SandboxRefusal. */
  setClock(change: string): void
  /** Puts everything back as it was. */
  putBack(): Promise<void>
}

export interface PutBackTools {
  engine: Pick<Engine, 'store' | 'environments' | 'responses'>
  sandbox: Pick<Sandbox, 'clock'>
  tools: ApplyTools
  log: Log
}

/** Changes of a run, on disk before they apply, so that the next start undoes those of a crash. */
interface Changed {
  environmentId: string
  /** The current secret before the run; null where there was none. */
  secretBefore: string | null
  /** Ids of secrets that there were not before. */
  addedSecrets: string[]
}

const collection = 'scenario-changes'

export function openChanges(parts: PutBackTools, run: string, environmentId: string): Changes {
  const { engine, tools, sandbox } = parts
  let clockBefore: ClockSetting | null = null
  let changed: Changed | null = null
  return {
    useSecret: async (text) => {
      const record = engine.environments.get(environmentId)
      if (record === undefined) return
      const { sharedSecrets } = record
      changed ??= { environmentId, secretBefore: sharedSecrets[0]?.id ?? null, addedSecrets: [] }
      // Made here to know its id before it counts: what is written down first can be put back.
      const after = withSharedSecret(sharedSecrets, text, (clear) => tools.seal.seal(clear), tools.now())
      const [first] = after
      if (first !== undefined && !sharedSecrets.some(({ id }) => id === first.id)) {
        changed = { ...changed, addedSecrets: [...changed.addedSecrets, first.id] }
      }
      await engine.store.putDocument(collection, run, changed)
      await engine.environments.change(environmentId, (now) => ({
        ...now,
        sharedSecrets: after,
        rotation: now.rotation,
      }))
      if (record.kind === 'sandbox') await applyWebhookConfig(tools, environmentId, { sharedSecret: text })
    },
    setClock: (change) => {
      clockBefore ??= sandbox.clock.setting()
      sandbox.clock.change(change)
    },
    putBack: async () => {
      if (clockBefore !== null) sandbox.clock.restore(clockBefore)
      await withoutRules(engine, environmentId)
      if (changed === null) return
      await putSecretsBack(parts, changed)
      await engine.store.removeDocument(collection, run)
    },
  }
}

/** Puts secrets back that runs had changed when they were cut off by a crash. Their rules are left out when rules are read. */
export async function putBackLeftovers(parts: PutBackTools): Promise<void> {
  const { engine, log } = parts
  try {
    for (const { id, document } of await engine.store.documents<Changed>(collection)) {
      await putSecretsBack(parts, document)
      await engine.store.removeDocument(collection, id)
    }
  } catch (error) {
    log('warn', `What a scenario had changed could not be put back: ${String(error)}`)
  }
}

async function withoutRules({ responses }: Pick<Engine, 'responses'>, environmentId: string): Promise<void> {
  const { rules } = responses.view(environmentId)
  const left = rules.filter(({ id }) => !id.startsWith(runRuleIdStart))
  if (left.length < rules.length) await responses.put(environmentId, { rules: left })
}

async function putSecretsBack({ engine, tools }: PutBackTools, changed: Changed): Promise<void> {
  const { environmentId, secretBefore, addedSecrets } = changed
  const { environments, store } = engine
  const record = environments.get(environmentId)
  if (record === undefined) return
  const before = secretBefore === null ? null : environments.reveal(environmentId, 'sharedSecret', secretBefore)
  if (record.kind === 'sandbox' && before !== null)
    await applyWebhookConfig(tools, environmentId, { sharedSecret: before })
  const added = record.sharedSecrets.filter(({ id }) => addedSecrets.includes(id))
  await keepProofs(store, environmentId, added)
  await environments.change(environmentId, (now) => withSecretsOf(now, changed))
}

function withSecretsOf(record: EnvironmentRecord, { secretBefore, addedSecrets }: Changed): EnvironmentRecord {
  const stay = record.sharedSecrets.filter(({ id }) => !addedSecrets.includes(id))
  const first = stay.filter(({ id }) => id === secretBefore)
  return { ...record, sharedSecrets: [...first, ...stay.filter(({ id }) => id !== secretBefore)] }
}
