interface Example {
  /** Body of the request, without the names that are in the path. */
  request?: Readonly<Record<string, unknown>>
  /** Body of the answer. */
  response?: unknown
}

const delivery = {
  id: '42',
  environmentId: 'sandbox',
  receivedAt: '2026-11-24T09:30:00.000Z',
  method: 'POST',
  size: 612,
  verdict: 'valid',
  notificationId: 'b7f4c1d2-5a3e-4d0b-9a6e-2f1c8e7d6a50',
  resourceType: 'payment',
  resourceId: 'pay_1042',
  action: 'updated',
  headline: null,
  duplicate: false,
  nth: 1,
  retried: false,
  sentToReceivedMs: 85,
  cameLate: false,
  pinned: false,
  note: null,
  answeredStatus: 200,
  followUp: { state: 'done', status: 200, reason: null, dueAt: null },
}

/** Examples of calls, by operationId. A test checks each against the contract. */
export const examples: Readonly<Record<string, Example>> = {
  'deliveries.list': { response: { items: [delivery], next: '42' } },
  'deliveries.replay': { request: { url: 'http://127.0.0.1:3000/hook', signature: 'new' } },
  'deliveries.checkSecret': {
    request: { secret: 'whsec_example' },
    response: { proves: false, fingerprint: '1f0a2b3c' },
  },
  'deliveries.removeMany': {
    request: { filter: 'verdict:invalid' },
    response: { deletion: '7', deliveries: 3, pinnedKept: 1, undoUntil: '2026-11-24T09:30:30.000Z' },
  },
  'deliveries.undelete': { request: { deletion: '7' }, response: { deliveries: 3 } },
  'deliveries.annotate': { request: { pinned: true, note: 'Reported as #1042.' } },
  'savedFilters.create': { request: { name: 'Failed payments', filter: 'type:payment verdict:invalid' } },
  'environments.create': {
    request: { name: 'GitHub', kind: 'sender', signatureScheme: 'github', sharedSecret: 'example-secret' },
  },
  'environments.token': { request: { as: 'readonly' } },
  'environments.setResponseRules': {
    request: {
      rules: [{ name: 'Down', enabled: true, when: { filter: 'type:payment' }, answer: { status: 503 } }],
    },
  },
  'environments.rotateSecret': { request: { quietMinutes: 60 } },
  'environments.createReadonlyUser': { request: { email: 'reader@example.com' } },
  'forwarding.setRules': { request: { rules: [{ name: 'My app', target: 'http://127.0.0.1:3000/webhooks' }] } },
  'forwarding.catchUp': { request: { since: '2026-11-24T00:00:00.000Z' } },
  'webhookConfig.apply': { request: { enabled: true, webhookTypes: ['payment'] } },
  'signatures.verifyGiven': {
    request: {
      request: {
        headers: [['x-hub-signature-256', `sha256=${'0'.repeat(64)}`]],
        bodyBase64: 'eyJpZCI6MX0=',
      },
      scheme: 'github',
      secret: 'example-secret',
    },
  },
  'sends.start': {
    request: { deliveries: { ids: ['42'] }, to: 'http://127.0.0.1:3000/hook', count: 2 },
    response: { run: '1' },
  },
  'shrinks.start': { request: { id: '42', to: 'http://127.0.0.1:3000/hook' }, response: { run: '1' } },
  'scenarios.check': {
    request: { text: 'name: A payment\nsteps:\n  - create: Payment\n' },
    response: { problems: [], outline: null },
  },
  'scenarios.record': {
    request: { selection: { filter: 'type:Payment after:1h' } },
    response: {
      text: 'name: 1 delivery of Sandbox\nenvironment: sandbox\nsteps:\n  - send: { body: {} }\n',
      name: 'recorded-sandbox',
      deliveries: 1,
      environment: { id: 'sandbox', name: 'Sandbox' },
      notes: [],
    },
  },
  'scenarios.put': { request: { text: 'name: A payment\nsteps:\n  - create: Payment\n' } },
  'scenarios.runs.start': {
    request: { name: 'demo', target: 'http://127.0.0.1:3000/hook' },
    response: { run: '1' },
  },
  'checks.start': {
    request: { url: 'http://127.0.0.1:3000/hook', scheme: 'github', secret: 'example-secret' },
    response: { check: '1' },
  },
  'comparisons.start': {
    request: { old: 'http://127.0.0.1:3000/hook', new: 'http://127.0.0.1:3001/hook', filter: 'type:payment' },
    response: { run: '1' },
  },
  'orders.start': {
    request: {
      resourceType: 'Payment',
      resourceId: '42',
      to: 'http://127.0.0.1:3000/hook',
      reset: 'http://127.0.0.1:3000/test/reset',
      state: 'http://127.0.0.1:3000/test/orders/42',
    },
    response: { run: '1' },
  },
  'caseFiles.export': { request: { as: 'case', selection: { filter: 'verdict:invalid' } } },
  'tunnel.open': { request: { provider: 'localtunnel' } },
  'sandbox.createObject': { request: { type: 'payment' } },
  'sandbox.changeClock': {
    request: { change: '+30d' },
    response: { now: '2026-02-14T09:30:00.000Z', aheadMs: 2_592_000_000, frozen: false },
  },
  'sandbox.sendSpecial': { request: { kind: 'tampered' }, response: { sent: 'tampered' } },
}
