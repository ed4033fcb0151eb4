import { z } from 'zod'
import { forwardRuleInputSchema } from '../../../shared/schemas/forwardSchemas.ts'
import { responseRuleSchema } from '../../../shared/schemas/responseSchemas.ts'
import { isLoopback } from '../../../shared/loopback.ts'
import type { ForwardRules, ResponseRules } from '../../../shared/wireTypes.ts'
import { anyId, environmentNamed } from './mcpReferences.ts'
import { allowTarget, target } from './mcpTargets.ts'
import { type Tool, tool, ToolProblem } from './mcpTool.ts'

const changes = { kind: 'sends', idempotent: true } as const
const environment = anyId.optional().describe('Id of the environment; without it the one in use.')
const remove = z.boolean().default(false).describe('Removes the rule of this name.')
const filter = z.string().max(2000).optional().describe('In the language of the inbox; without it every delivery.')

const { name, when, answer } = responseRuleSchema.shape
const setResponseRule = tool({
  ...changes,
  name: 'set_response_rule',
  title: 'Set a response rule',
  description:
    'Answers the requests of a sender with something other than 200, to see what it does: a status, a delay, a reset. Replaces the rule of the same name. The first rule that matches answers.',
  input: z.object({
    environment,
    name,
    enabled: z.boolean().default(true),
    when: when.optional(),
    answer: answer.optional().describe('Required unless the rule is removed.'),
    minutes: z.number().min(0.1).max(1440).default(10).describe('The rule switches itself off after this time.'),
    remove,
  }),
  output: z.object({
    rules: z.array(
      z.object({ name: z.string(), state: z.string(), status: z.number(), matched: z.number(), answered: z.number() }),
    ),
  }),
  run: async (asked, { client }) => {
    const { id } = await environmentNamed(client, asked.environment)
    const others = (await client.environments.responseRules({ id })).rules.filter((rule) => rule.name !== asked.name)
    if (asked.remove) return shown(await client.environments.setResponseRules({ id, rules: others }))
    if (asked.answer === undefined) throw new ToolProblem('answer is missing: give at least {"status": 503}.')
    const until = new Date(Date.now() + asked.minutes * 60_000).toISOString()
    const rule = { name: asked.name, enabled: asked.enabled, until, when: asked.when ?? {}, answer: asked.answer }
    return shown(await client.environments.setResponseRules({ id, rules: [rule, ...others] }))
  },
})

function shown({ rules }: ResponseRules) {
  return {
    rules: rules.map((rule) => ({
      name: rule.name,
      state: rule.state,
      status: rule.answer.status,
      matched: rule.matched,
      answered: rule.answered,
    })),
  }
}

const setForwardRule = tool({
  ...changes,
  name: 'set_forward_rule',
  title: 'Set a forwarding rule',
  description:
    'Sends each new delivery on to an app on this machine, byte for byte, and again until the app answers 2xx. Replaces the rule of the same name.',
  input: z.object({
    environment,
    name: forwardRuleInputSchema.shape.name,
    target: target.optional().describe('The app; required unless the rule is removed.'),
    enabled: z.boolean().default(true),
    filter,
    retries: z.number().int().min(0).max(10).default(3),
    remove,
  }),
  output: z.object({
    rules: z.array(
      z.object({ name: z.string(), enabled: z.boolean(), target: z.string(), waiting: z.number(), failed: z.number() }),
    ),
  }),
  run: async (asked, context) => {
    const { client } = context
    const { id } = await environmentNamed(client, asked.environment)
    const known = await client.forwarding.rules({ id })
    const others = known.rules.filter((rule) => rule.name !== asked.name)
    if (asked.remove) return progress(await client.forwarding.setRules({ id, rules: others }))
    if (asked.target === undefined) throw new ToolProblem('target is missing: give the address of the app.')
    const to = allowTarget(asked.target, context)
    const { hostname } = new URL(to)
    const allowedHosts = isLoopback(hostname) ? known.allowedHosts : [...known.allowedHosts, hostname]
    // With its id the rule keeps what waits.
    const ruleId = known.rules.find((each) => each.name === asked.name)?.id
    const rule = { id: ruleId, name: asked.name, enabled: asked.enabled, retries: asked.retries, target: to }
    const rules = [...others, { ...rule, when: { filter: asked.filter } }]
    return progress(await client.forwarding.setRules({ id, rules, allowedHosts }))
  },
})

function progress({ rules }: ForwardRules) {
  return {
    rules: rules.map((rule) => ({
      name: rule.name,
      enabled: rule.enabled,
      target: rule.target,
      waiting: rule.state.waiting,
      failed: rule.state.failed,
    })),
  }
}

/** Tools that set rules. They need --allow-send. */
export const ruleTools: readonly Tool[] = [setResponseRule, setForwardRule]
