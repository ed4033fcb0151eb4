/** Schemas of the built-in sandbox. */
import { z } from 'zod'

export const sandboxObjectSchema = z.object({
  resourceType: z.string(),
  id: z.string(),
  updatedAt: z.string(),
  state: z.string().nullable(),
  label: z.string(),
})

export const sandboxSchema = z.object({
  url: z.string(),
  authUrl: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  audience: z.string(),
  username: z.string(),
  organizationId: z.string(),
  webhookConfig: z.object({ url: z.string(), enabled: z.boolean(), webhookTypes: z.array(z.string()) }),
  /** Newest first, at most 200. */
  objects: z.array(sandboxObjectSchema),
  /** The sender's last deliveries, newest first, at most 100. */
  outbox: z.array(
    z.object({
      notificationId: z.string(),
      resourceType: z.string(),
      action: z.string(),
      attempt: z.number().int(),
      at: z.string(),
      state: z.enum(['sending', 'delivered', 'retrying', 'given-up']),
      status: z.number().int().nullable(),
      problem: z.string().nullable(),
      nextAttemptAt: z.string().nullable(),
    }),
  ),
})

/** Ways in which the sandbox misbehaves on request, to see what the inspector makes of it. */
export const sandboxSpecialKinds = ['wrong-signature', 'unsigned', 'duplicate', 'unknown-type', 'not-json'] as const
