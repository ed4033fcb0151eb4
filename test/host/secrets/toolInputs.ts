import { defaultTemplate } from '../../../src/engine/checking/subject/defaultTemplate.ts'
import type { PlantedSender } from './senderCanaries.ts'

/** A sender with an environment and two deliveries. */
export interface Planted {
  sender: PlantedSender
  environment: string
  /** Ids of a delivery with the sender's secret, and of one with a different secret. */
  own: string
  foreign: string
}

/** Inputs of each tool for agents that is asked about a sender; none for a tool that has tests of its own for this. */
export function toolInputs(
  { sender, environment, own, foreign }: Planted,
  echoUrl: string,
): Record<string, readonly object[]> {
  return {
    get_status: [{}],
    list_deliveries: [{ limit: 50 }],
    wait_for_deliveries: [{ after: '0', max: 20, seconds: 0 }],
    get_delivery: [own, foreign].flatMap((id) =>
      ['summary', 'headers', 'body', 'attempts'].flatMap((part) =>
        (['text', 'base64'] as const).map((as) => ({ id, part, as, includeUnproven: true, maxBytes: 16_000 })),
      ),
    ),
    explain_signature: [{ id: own }, { id: foreign }],
    compare_deliveries: [{ a: own, b: foreign }],
    get_object_history: [{ resourceType: 'check', resourceId: 'obj_check', environment }],
    summarize_traffic: [{}],
    verify_signature: [{ body: '{}', environment }],
    get_verification_code: [{ language: 'python', environment }],
    trigger_sandbox_event: [],
    replay_delivery: [own, foreign].flatMap((id) =>
      (['received', 'new'] as const).flatMap((signature) =>
        [true, false].map((dryRun) => ({ id, target: echoUrl, signature, dryRun })),
      ),
    ),
    send_test_delivery: [true, false].map((dryRun) => ({
      target: echoUrl,
      environment,
      scheme: sender.scheme.id,
      body: Buffer.from(defaultTemplate(sender.scheme).body).toString(),
      dryRun,
    })),
    check_handler: [],
    run_scenario: [],
    shrink_delivery: [],
    get_shape: [{ environment }],
    list_changes: [{ environment, all: true }],
    annotate_delivery: [{ id: own, note: 'seen' }],
    set_response_rule: [{ environment, name: 'One', answer: { status: 200 }, enabled: false }],
    set_forward_rule: [{ environment, name: 'One', target: echoUrl, enabled: false }],
  }
}
