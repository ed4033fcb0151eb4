/** The part of Express 4 that these tests use; it has no types of its own. */
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Request extends IncomingMessage {
    body: unknown
    get(name: string): string | undefined
  }
  interface Response extends ServerResponse {
    sendStatus(status: number): this
    status(status: number): this
    json(value: unknown): this
  }
  type Middleware = (request: Request, response: Response, next: () => void) => void
  interface Parsers {
    raw(options: { type: string; limit: string }): Middleware
    json(options?: { verify(request: Request, response: Response, raw: Buffer): void }): Middleware
  }
  export interface Express {
    (request: IncomingMessage, response: ServerResponse): void
    use(middleware: Middleware): this
    post(path: string, ...handlers: Middleware[]): this
  }
  const express: (() => Express) & Parsers
  export default express
}
