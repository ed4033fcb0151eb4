/** Public types of `hookscope/testing`. The package ships this file as it is, so it imports nothing. */

export interface StartOptions {
  /**
   * A sender by name, such as "stripe" or "github" (`hookscope send --help` lists them): deliveries are verified and read as
   * its own. Default: the built-in sandbox of the service.
   */
  sender?: string
  /** The shared secret. Default: a new one. For senders with a key pair: the public key. */
  secret?: string
  /** Uses the instance that runs on the data folder, instead of one in this process. */
  join?: boolean
  /** With `join`: the data folder. Default: the one that `hookscope serve` uses without options. */
  data?: string
  /** With `join`: an existing environment, by name or id. Default: the active one. */
  environment?: string
}

export interface TestHookscope extends AsyncDisposable {
  /** Where senders post to. */
  readonly url: string
  /** The shared secret; null where a joined environment keeps it. */
  readonly secret: string | null
  /** Deliveries since the start, oldest first; with a filter only those that match it. */
  deliveries(filter?: string): Promise<TestDelivery[]>
  /**
   * Returns the first delivery since the start that matches and that no earlier call returned. Rejects after `timeout`
   * (ms, default 4000) with an error that lists what arrived, with the proof where a signature failed.
   * @param filter in the language of the inbox, such as `verdict:valid type:payment "text in the body"`; the event
   * type of other senders is `action:invoice.paid`
   */
  waitFor(filter: string, options?: { timeout?: number }): Promise<TestDelivery>
  /** Sends a signed request: to Hookscope's receiver, or to your app with `to`. */
  send(request: SendRequest): Promise<SendResult>
  /** Creates an object in the sandbox, or updates one, and waits for the delivery that it causes. */
  trigger(type: string, options?: { update?: string; timeout?: number }): Promise<TestDelivery>
  /** Answers senders in another way than 200, until the returned function is called or Hookscope stops. */
  answerWith(rule: AnswerRule): Promise<() => Promise<void>>
  /** Stops, and removes the data that this run made. */
  stop(): Promise<void>
}

export interface TestDelivery {
  id: string
  /** ISO 8601. */
  receivedAt: string
  method: string
  /** Path and query as received. */
  target: string
  headers: [name: string, value: string][]
  /** The exact bytes. */
  bytes: Uint8Array
  /** The bytes as UTF-8. */
  text: string
  /** Parses the text. */
  json(): unknown
  verdict: 'valid' | 'valid-previous' | 'invalid' | 'unsigned' | 'malformed' | 'no-secret' | 'cannot-tell'
  /** Event type of senders other than the service. */
  eventType: string | null
  resourceType: string | null
  resourceId: string | null
  action: string | null
  notificationId: string | null
  duplicate: boolean
  /** The status that the sender got. */
  answeredStatus: number
}

export interface SendRequest {
  /** Objects are sent as JSON. */
  body: string | Uint8Array | object
  headers?: Record<string, string>
  /** Default: POST. */
  method?: string
  /** Default: the sender of this instance. */
  sender?: string
  /** Signs with this secret or private key. Default: the secret of this instance. */
  secret?: string
  /** When it is signed, ISO 8601 or such as "-10m". Default: now. */
  at?: string
  /** Makes a fault on purpose. */
  break?:
    | 'flip-byte'
    | 'rewritten-body'
    | 'truncated-body'
    | 'other-secret'
    | 'old-timestamp'
    | 'no-signature'
    | 'double-signature'
    | 'other-encoding'
  /** Your app, such as "http://127.0.0.1:3000/hook". Default: Hookscope's receiver. */
  to?: string
  /** Allows this host beyond this machine. */
  allowHost?: string
}

export interface SendResult {
  status: number
  /** The beginning of the answer. */
  body: string
  headers: [name: string, value: string][]
  /** Until the answer ended. */
  ms: number
}

export interface AnswerRule {
  /** Filter for the deliveries, in the language of the inbox. Default: all. */
  when?: string
  status: number
  headers?: Record<string, string>
  body?: string
  delayMs?: number
  /** Resets the connection before or in the middle of the answer. */
  reset?: 'before' | 'middle'
  /** Applies to this many deliveries. Default: to all. */
  times?: number
}

/** Starts Hookscope in this process on a folder of its own, or joins a running one. Stop it after the tests. */
export declare function startHookscope(options?: StartOptions): Promise<TestHookscope>
