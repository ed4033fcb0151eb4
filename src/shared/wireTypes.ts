/** The shapes of the contract as types, for code that must not load the schema library (the page). */
import type { z } from 'zod'
import type * as checkSchemas from './schemas/sending/checkSchemas.ts'
import type * as comparisonSchemas from './schemas/sending/comparisonSchemas.ts'
import type * as deliverySchemas from './schemas/deliverySchemas.ts'
import type * as doctorSchemas from './schemas/doctorSchemas.ts'
import type * as environmentSchemas from './schemas/environmentSchemas.ts'
import type * as feedSchemas from './schemas/feedSchemas.ts'
import type * as forwardSchemas from './schemas/forwardSchemas.ts'
import type * as caseSchemas from './schemas/caseSchemas.ts'
import type * as foreignSchemas from './schemas/foreignSchemas.ts'
import type * as latencySchemas from './schemas/parts/latencySchemas.ts'
import type * as orderSchemas from './schemas/sending/orderSchemas.ts'
import type * as objectSchemas from './schemas/objectSchemas.ts'
import type * as contractSchemas from './schemas/contractSchemas.ts'
import type * as shapeSchemas from './schemas/shapeSchemas.ts'
import type * as rateSchemas from './schemas/rateSchemas.ts'
import type * as fixtureSchemas from './schemas/sending/fixtureSchemas.ts'
import type * as sandboxSchemas from './schemas/sandboxSchemas.ts'
import type * as scenarioSchemas from './schemas/sending/scenarioSchemas.ts'
import type * as sendSchemas from './schemas/sending/sendSchemas.ts'
import type * as responseSchemas from './schemas/responseSchemas.ts'
import type * as serviceSchemas from './schemas/serviceSchemas.ts'
import type * as sessionSchemas from './schemas/sessionSchemas.ts'
import type * as shellSchemas from './schemas/shellSchemas.ts'
import type * as shrinkSchemas from './schemas/sending/shrinkSchemas.ts'
import type * as signatureSchemas from './schemas/signature/signatureSchemas.ts'
import type * as storageSchemas from './schemas/storageSchemas.ts'
import type * as statusSchemas from './schemas/statusSchemas.ts'
import type * as toolSchemas from './schemas/toolSchemas.ts'
import type * as tunnelSchemas from './schemas/tunnelSchemas.ts'
import type * as webhookConfigSchemas from './schemas/webhookConfigSchemas.ts'

export type Delivery = z.infer<typeof deliverySchemas.deliverySchema>
export type DeliveryFile = z.infer<typeof caseSchemas.deliveryFileSchema>
export type CaseEnvironment = z.infer<typeof caseSchemas.caseEnvironmentSchema>
export type CaseHead = z.infer<typeof caseSchemas.caseHeadSchema>
export type CaseFile = z.infer<typeof caseSchemas.caseFileSchema>
export type CaseOpened = z.infer<typeof caseSchemas.caseOpenedSchema>
export type CaseSelection = z.infer<typeof caseSchemas.caseSelectionSchema>
export type ExportInput = z.input<typeof caseSchemas.exportInputSchema>
export type ExportPreview = z.infer<typeof caseSchemas.exportPreviewSchema>
export type ForeignDelivery = z.infer<typeof foreignSchemas.foreignSchema>
export type DeliveryQuery = z.input<typeof deliverySchemas.deliveryQuerySchema>
/** As the query is understood, with what is by default. */
export type ReadDeliveryQuery = z.output<typeof deliverySchemas.deliveryQuerySchema>
export type DeliveryPage = z.infer<typeof deliverySchemas.deliveryPageSchema>
export type Deletion = z.infer<typeof deliverySchemas.deletionSchema>
export type SavedFilter = z.infer<typeof deliverySchemas.savedFilterSchema>
export type Signature = z.infer<typeof signatureSchemas.signatureSchema>
export type Explanation = z.infer<typeof signatureSchemas.explanationSchema>
export type Finding = z.infer<typeof signatureSchemas.findingSchema>
export type Verification = z.infer<typeof signatureSchemas.verificationSchema>
export type Attempt = z.infer<typeof deliverySchemas.attemptSchema>
export type ReplayInput = z.infer<typeof deliverySchemas.replayInputSchema> & { id: string }
export type Fixture = z.infer<typeof fixtureSchemas.fixtureSchema>
export type FixtureList = z.infer<typeof fixtureSchemas.fixtureListSchema>
export type BreakKind = z.infer<typeof fixtureSchemas.breakKindSchema>
export type ScenarioItem = z.infer<typeof scenarioSchemas.scenarioItemSchema>
export type ScenarioList = z.infer<typeof scenarioSchemas.scenarioListSchema>
export type ScenarioOutline = z.infer<typeof scenarioSchemas.scenarioOutlineSchema>
export type ScenarioRun = z.infer<typeof scenarioSchemas.scenarioRunSchema>
export type ScenarioRunStep = ScenarioRun['steps'][number]
export type ScenarioFailure = ScenarioRunStep['failures'][number]
export type ScenarioRecording = z.infer<typeof scenarioSchemas.scenarioRecordingSchema>
export type ScenarioRunSummary = z.infer<typeof scenarioSchemas.scenarioRunSummarySchema>
export type ScenarioRunInput = z.input<typeof scenarioSchemas.scenarioRunInputSchema>
/** As it is understood, with what is by default. */
export type ReadScenarioRunInput = z.output<typeof scenarioSchemas.scenarioRunInputSchema>
export type SendInput = z.input<typeof sendSchemas.sendInputSchema>
/** As it is understood, with what is by default. */
export type ReadSendInput = z.output<typeof sendSchemas.sendInputSchema>
export type VerifyGivenInput = z.infer<typeof sendSchemas.verifyGivenSchema>
export type SendPreview = z.infer<typeof sendSchemas.sendPreviewSchema>
export type SendRun = z.infer<typeof sendSchemas.sendRunSchema>
export type SendExchange = NonNullable<SendRun['first']>
export type Shrink = z.infer<typeof shrinkSchemas.shrinkSchema>
export type ShrinkClause = z.infer<typeof shrinkSchemas.shrinkClauseSchema>
export type ShrinkInput = z.input<typeof shrinkSchemas.shrinkInputSchema>
/** As it is understood, with what is by default. */
export type ReadShrinkInput = z.output<typeof shrinkSchemas.shrinkInputSchema>
export type Environment = z.infer<typeof environmentSchemas.environmentSchema>
export type Retention = z.infer<typeof environmentSchemas.retentionSchema>
export type EnvironmentInput = z.infer<typeof environmentSchemas.environmentInputSchema>
export type EnvironmentsFile = z.infer<typeof environmentSchemas.environmentsFileSchema>
export type EnvironmentsImport = z.infer<typeof environmentSchemas.environmentsImportSchema>
export type SecretState = z.infer<typeof environmentSchemas.secretSchema>
export type Rotation = z.infer<typeof environmentSchemas.rotationSchema>
export type SharedSecretState = z.infer<typeof environmentSchemas.sharedSecretSchema>
export type ResponseRule = z.infer<typeof responseSchemas.responseRuleSchema>
export type ResponseRules = z.infer<typeof responseSchemas.responseRulesSchema>
export type ResponseRulesInput = z.infer<typeof responseSchemas.responseRulesInputSchema>
export type WebhookConfig = z.infer<typeof webhookConfigSchemas.webhookConfigSchema>
export type WebhookConfigInput = z.infer<typeof webhookConfigSchemas.webhookConfigInputSchema>
export type WebhookConfigPreview = z.infer<typeof webhookConfigSchemas.webhookConfigPreviewSchema>
export type WebhookConfigAsked = z.infer<typeof webhookConfigSchemas.webhookConfigAskedSchema>
export type Application = z.infer<typeof webhookConfigSchemas.applicationSchema>
export type ServiceAnswer = z.infer<typeof serviceSchemas.serviceAnswerSchema>
export type SessionToken = z.infer<typeof sessionSchemas.tokenAnswerSchema>
export type SessionProof = z.infer<typeof sessionSchemas.proofAnswerSchema>
export type SessionRenewal = z.infer<typeof sessionSchemas.renewAnswerSchema>
export type SessionAddress = z.infer<typeof sessionSchemas.addressAnswerSchema>
export type SessionLaunch = z.infer<typeof sessionSchemas.launchAnswerSchema>
export type TokenResult = z.infer<typeof serviceSchemas.tokenResultSchema>
export type ReadonlyUserResult = z.infer<typeof serviceSchemas.readonlyUserResultSchema>
export type Shell = z.infer<typeof shellSchemas.shellSchema>
export type ShellChange = z.infer<ReturnType<typeof shellSchemas.shellChoicesSchema.partial>>
export type ShellChoices = z.infer<typeof shellSchemas.shellChoicesSchema>
export type ShellRequest = z.infer<typeof shellSchemas.shellRequestSchema>
export type MenuStateOfPage = z.infer<typeof shellSchemas.menuStateSchema>
export type DoctorReport = z.infer<typeof doctorSchemas.doctorReportSchema>
export type DoctorCheck = z.infer<typeof doctorSchemas.doctorCheckSchema>
export type Storage = z.infer<typeof storageSchemas.storageSchema>
export type Backup = z.infer<typeof storageSchemas.backupSchema>
export type BackupCheck = z.infer<typeof storageSchemas.backupCheckSchema>
export type WaitingDeletion = z.infer<typeof storageSchemas.waitingDeletionSchema>
export type Status = z.infer<typeof statusSchemas.statusSchema>
export type Unseen = z.infer<typeof statusSchemas.unseenSchema>
export type ToolSession = z.infer<typeof toolSchemas.toolSessionSchema>
export type Tunnel = z.infer<typeof tunnelSchemas.tunnelSchema>
export type TunnelProvider = z.infer<typeof tunnelSchemas.tunnelProviderSchema>
export type TunnelInput = z.infer<typeof tunnelSchemas.tunnelInputSchema>
export type SandboxState = z.infer<typeof sandboxSchemas.sandboxSchema>
export type SandboxSettings = SandboxState['settings']
export type SandboxClockView = z.infer<typeof sandboxSchemas.sandboxClockSchema>
export type OutboxEntry = SandboxState['outbox'][number]
export type SandboxObject = z.infer<typeof sandboxSchemas.sandboxObjectSchema>
export type WatchedObject = z.infer<typeof sandboxSchemas.watchedObjectSchema>
export type SandboxSpecialKind = (typeof sandboxSchemas.sandboxSpecialKinds)[number]
export type HookscopeEvent = z.infer<typeof feedSchemas.eventSchema>
export type NumberedEvent = z.infer<typeof feedSchemas.numberedEventSchema>
export type FeedMessage = z.infer<typeof feedSchemas.feedMessageSchema>
export type ForwardRules = z.infer<typeof forwardSchemas.forwardRulesSchema>
export type ForwardRulesInput = z.input<typeof forwardSchemas.forwardRulesInputSchema>
export type ForwardRule = z.infer<typeof forwardSchemas.forwardRuleSchema>
export type ForwardState = z.infer<typeof forwardSchemas.forwardStateSchema>
export type Timing = z.infer<typeof latencySchemas.timingSchema>
export type ObjectStory = z.infer<typeof objectSchemas.objectSchema>
export type ObjectSummary = z.infer<typeof objectSchemas.objectSummarySchema>
export type ReadObjectQuery = z.output<typeof objectSchemas.objectQuerySchema>
export type ObjectPage = z.infer<typeof objectSchemas.objectPageSchema>
export type ContractResult = z.infer<typeof contractSchemas.contractResultSchema>
export type ContractView = z.infer<typeof contractSchemas.contractViewSchema>
export type ContractCheck = z.infer<typeof contractSchemas.contractCheckSchema>
export type ContractExample = z.infer<typeof contractSchemas.contractExampleSchema>
export type ContractDocument = z.infer<typeof contractSchemas.contractDocumentSchema>
export type ShapeField = z.infer<typeof shapeSchemas.shapeFieldSchema>
export type Shape = z.infer<typeof shapeSchemas.shapeSchema>
export type ShapeType = z.infer<typeof shapeSchemas.shapeTypeSchema>
export type ShapeChange = z.infer<typeof shapeSchemas.shapeChangeSchema>
export type SeenField = z.infer<typeof deliverySchemas.seenFieldSchema>
export type Rate = z.infer<typeof rateSchemas.rateSchema>
export type Latency = z.infer<typeof latencySchemas.latencySchema>
export type ObjectItem = z.infer<typeof objectSchemas.objectItemSchema>
export type CheckReport = z.infer<typeof checkSchemas.checkReportSchema>
export type CheckInput = z.infer<typeof checkSchemas.checkInputSchema>
export type CheckSummary = z.infer<typeof checkSchemas.checkSummarySchema>
export type CheckResult = z.infer<typeof checkSchemas.checkResultSchema>
export type CheckExchange = z.infer<typeof checkSchemas.checkExchangeSchema>
export type CheckOutcome = (typeof checkSchemas.checkOutcomes)[number]
export type CheckSeverity = (typeof checkSchemas.checkSeverities)[number]
export type CheckGroup = (typeof checkSchemas.checkGroups)[number]
export type ComparisonInput = z.input<typeof comparisonSchemas.comparisonInputSchema>
export type ReadComparisonInput = z.output<typeof comparisonSchemas.comparisonInputSchema>
export type Comparison = z.infer<typeof comparisonSchemas.comparisonSchema>
export type DifferenceCluster = z.infer<typeof comparisonSchemas.differenceClusterSchema>
export type DifferencePart = z.infer<typeof comparisonSchemas.differencePartSchema>
export type OrderInput = z.input<typeof orderSchemas.orderInputSchema>
export type ReadOrderInput = z.output<typeof orderSchemas.orderInputSchema>
export type OrderRun = z.infer<typeof orderSchemas.orderRunSchema>
export type OrderFinding = z.infer<typeof orderSchemas.orderFindingSchema>
export type ScheduleStep = z.infer<typeof orderSchemas.scheduleStepSchema>
export type ScheduleKind = OrderFinding['kind']
