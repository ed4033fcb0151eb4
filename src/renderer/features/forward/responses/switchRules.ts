import { presetMs, responsePresets } from '../../../../shared/responsePresets.ts'
import type { App } from '../../../data/state/startApp.ts'
import { responseWords as words } from './words.ts'

/** Switches every rule of every environment off; answers what to say. */
export async function switchAllOff({ client, store }: App): Promise<string> {
  const on = store.getState().feed.status?.responseRules ?? []
  for (const id of new Set(on.map(({ environmentId }) => environmentId))) {
    const { rules } = await client.environments.responseRules({ id })
    await client.environments.setResponseRules({ id, rules: rules.map((rule) => ({ ...rule, enabled: false })) })
  }
  return words.allOff
}

/** Puts a preset in front of the rules of the environment in use, for 10 minutes; answers what to say. */
export async function switchOn({ client, store }: App, name: string): Promise<string> {
  const id = store.getState().feed.status?.environment.id
  const preset = responsePresets.find((known) => known.name === name)
  if (id === undefined || preset === undefined) return ''
  const { rules } = await client.environments.responseRules({ id })
  const until = new Date(Date.now() + presetMs).toISOString()
  const rule = {
    id: `${name}-${crypto.randomUUID().slice(0, 8)}`,
    name: preset.label,
    enabled: true,
    until,
    ...preset.rule,
  }
  await client.environments.setResponseRules({ id, rules: [rule, ...rules] })
  return words.switchedOn(preset.label)
}
