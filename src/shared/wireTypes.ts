/** The shapes of the contract as types, for code that must not load the schema library (the page). */
import type { z } from 'zod'
import type * as schemas from './schemas.ts'

export type Delivery = z.infer<typeof schemas.deliverySchema>
export type DeliveryQuery = z.input<typeof schemas.deliveryQuerySchema>
export type DeliveryPage = z.infer<typeof schemas.deliveryPageSchema>
export type Signature = z.infer<typeof schemas.signatureSchema>
export type Attempt = z.infer<typeof schemas.attemptSchema>
export type Environment = z.infer<typeof schemas.environmentSchema>
export type EnvironmentInput = z.infer<typeof schemas.environmentInputSchema>
export type SecretState = z.infer<typeof schemas.secretSchema>
export type SharedSecretState = z.infer<typeof schemas.sharedSecretSchema>
export type WebhookConfig = z.infer<typeof schemas.webhookConfigSchema>
export type WebhookConfigInput = z.infer<typeof schemas.webhookConfigInputSchema>
export type ServiceAnswer = z.infer<typeof schemas.serviceAnswerSchema>
export type TokenResult = z.infer<typeof schemas.tokenResultSchema>
export type ReadonlyUserResult = z.infer<typeof schemas.readonlyUserResultSchema>
export type Status = z.infer<typeof schemas.statusSchema>
export type SandboxState = z.infer<typeof schemas.sandboxSchema>
export type SandboxObject = z.infer<typeof schemas.sandboxObjectSchema>
export type SandboxSpecialKind = (typeof schemas.sandboxSpecialKinds)[number]
export type HookscopeEvent = z.infer<typeof schemas.eventSchema>
export type NumberedEvent = z.infer<typeof schemas.numberedEventSchema>
export type FeedMessage = z.infer<typeof schemas.feedMessageSchema>
export type ObjectStory = z.infer<typeof schemas.objectSchema>
export type ObjectItem = z.infer<typeof schemas.objectItemSchema>
