/** The reason why the sandbox refused a call, as a readable sentence. */
export class SandboxRefusal extends Error {
  override name = 'SandboxRefusal'
  readonly code:
    | 'unknown-type'
    | 'unknown-object'
    | 'unusable-fields'
    | 'not-configured'
    | 'no-notification-yet'
    | 'no-old-secret'
    | 'disabled'
    | 'clock-out-of-range'
    | 'clock-unreadable'
  constructor(code: SandboxRefusal['code'], message: string) {
    super(message)
    this.code = code
  }
}
