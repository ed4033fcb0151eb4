/** A port could not be opened. The message says which, why, and what to do next. */
export class CannotListen extends Error {
  override name = 'CannotListen'
  /** The system's, such as EADDRINUSE. */
  readonly code: string
  readonly port: number
  constructor(code: string, port: number, message: string) {
    super(message)
    this.code = code
    this.port = port
  }
}
