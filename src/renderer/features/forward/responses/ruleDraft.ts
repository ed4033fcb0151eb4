import type { ResponseRule, ResponseRules } from '../../../../shared/wireTypes.ts'
import { presetMs, responsePresets } from '../../../../shared/responsePresets.ts'
import type { App } from '../../../data/state/startApp.ts'
import { responseWords as words } from './words.ts'

export type RuleView = ResponseRules['rules'][number]

/** A rule as edited. Values are texts, because a field can hold anything while the user types. */
export interface RuleDraft {
  name: string
  filter: string
  method: string
  path: string
  which: 'all' | 'first' | 'every' | 'chance' | 'kept'
  /** The stored rule selects requests with conditions that the form has no field for; they can be kept. */
  canKeep: boolean
  number: string
  share: string
  seed: string
  status: string
  headers: string
  body: string
  delay: string
  connection: 'whole' | 'truncated' | 'before' | 'middle'
  bytes: string
  end: 'ten-minutes' | 'hour' | 'day' | 'none' | 'kept'
}

export const newDraft: RuleDraft = {
  name: '',
  filter: '',
  method: '',
  path: '',
  which: 'all',
  canKeep: false,
  number: '3',
  share: '30',
  seed: '1',
  status: '500',
  headers: '',
  body: '',
  delay: '0',
  connection: 'whole',
  bytes: '10',
  end: 'hour',
}

export function draftOf({ name, when, answer, until, state }: RuleView): RuleDraft {
  const { nth, chance } = when
  return {
    ...newDraft,
    name,
    filter: when.filter ?? '',
    method: when.method ?? '',
    path: when.path ?? '',
    which: whichOf(when),
    canKeep: whichOf(when) === 'kept',
    number: String(nth?.every ?? nth?.to ?? newDraft.number),
    share: chance === undefined ? newDraft.share : String(Math.round(chance.of * 10_000) / 100),
    seed: String(chance?.seed ?? newDraft.seed),
    status: String(answer.status),
    headers: (answer.headers ?? []).map(([header, value]) => `${header}: ${value}`).join('\n'),
    body: answer.body ?? '',
    delay: String((answer.delayMs ?? 0) / 1000),
    connection: answer.reset ?? (answer.truncateAt === undefined ? 'whole' : 'truncated'),
    bytes: String(answer.truncateAt ?? newDraft.bytes),
    end: until === null ? 'none' : state === 'on' ? 'kept' : 'hour',
  }
}

/** Maps conditions to the form's choice; "kept" for "from 4 to 6" and for several conditions at once. */
function whichOf({ nth, chance }: RuleView['when']): RuleDraft['which'] {
  const conditions = [nth?.from, nth?.to, nth?.every, chance].filter((condition) => condition !== undefined)
  if (conditions.length === 0) return 'all'
  if (conditions.length > 1 || nth?.from !== undefined) return 'kept'
  if (chance !== undefined) return 'chance'
  return nth?.every === undefined ? 'first' : 'every'
}

const lasts = { 'ten-minutes': 600_000, hour: 3_600_000, day: 86_400_000 } as const

/** Converts a draft into a rule, which the engine validates. @param now ms since the epoch */
export function ruleOf(draft: RuleDraft, id: string, before: RuleView | null, now: number): ResponseRule {
  const { filter, method, path, which, connection, end } = draft
  const number = Number(draft.number)
  const nth = which === 'first' ? { to: number } : which === 'every' ? { every: number } : null
  const headers = draft.headers.split('\n').flatMap((line): [string, string][] => {
    const [name = '', ...value] = line.trim().split(':')
    return line.trim() === '' ? [] : [[name.trim(), value.join(':').trim()]]
  })
  const delayMs = Math.round(Number(draft.delay) * 1000)
  return {
    id,
    name: draft.name,
    enabled: true,
    until: end === 'kept' ? (before?.until ?? null) : end === 'none' ? null : new Date(now + lasts[end]).toISOString(),
    when: {
      ...(filter.trim() === '' ? {} : { filter }),
      ...(method === '' ? {} : { method }),
      ...(path.trim() === '' ? {} : { path: path.trim() }),
      ...(which === 'kept' && before?.when.nth !== undefined ? { nth: before.when.nth } : {}),
      ...(which === 'kept' && before?.when.chance !== undefined ? { chance: before.when.chance } : {}),
      ...(nth === null ? {} : { nth }),
      ...(which === 'chance' ? { chance: { of: Number(draft.share) / 100, seed: Number(draft.seed) } } : {}),
    },
    answer: {
      status: Number(draft.status),
      ...(headers.length === 0 ? {} : { headers }),
      ...(draft.body === '' ? {} : { body: draft.body }),
      ...(delayMs === 0 ? {} : { delayMs }),
      ...(connection === 'truncated' ? { truncateAt: Number(draft.bytes) } : {}),
      ...(connection === 'before' || connection === 'middle' ? { reset: connection } : {}),
    },
  }
}

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
