import { type ClientContext, type ClientLink, type ClientOptions, ORPCError } from '@orpc/client'

/** The API's answer to a failed call, as far as it is used here. */
interface FailedCall {
  code?: string
  detail?: string
}

/**
 * A link that asks for bodies over HTTP and for everything else over `link`. A blob that a page fetches stays outside of its
 * thread, while each byte from a WebSocket passes through it.
 * @param origin of the page, which has the API as well
 * @param line its key, which is sent only while the line is open: then a server that proved itself listens here
 */
export function bodiesOverHttp(
  link: ClientLink<ClientContext>,
  origin: string,
  line: OpenLine,
): ClientLink<ClientContext> {
  return {
    call: async (path, input, options) =>
      path.join('.') === 'deliveries.body'
        ? fetchBody(`${origin}/api/v1`, line, input as BodyInput, options)
        : link.call(path, input, options),
  }
}

interface OpenLine {
  token(): string
  isOpen(): boolean
}

interface BodyInput {
  id: string
  start?: number
  end?: number
}

async function fetchBody(
  api: string,
  { token, isOpen }: OpenLine,
  { id, ...range }: BodyInput,
  { signal }: ClientOptions<ClientContext>,
): Promise<Blob> {
  if (!isOpen()) throw new Error('closed')
  const query = new URLSearchParams(Object.entries(range).map(([name, at]) => [name, String(at)]))
  const response = await fetch(`${api}/deliveries/${encodeURIComponent(id)}/body?${query}`, {
    headers: { authorization: `Bearer ${token()}` },
    ...(signal === undefined ? {} : { signal }),
  })
  if (response.ok) return response.blob()
  const { code = 'INTERNAL_SERVER_ERROR', detail } = (await response.json()) as FailedCall
  throw new ORPCError(code === 'INTERNAL_ERROR' ? 'INTERNAL_SERVER_ERROR' : code, {
    status: response.status,
    ...(detail === undefined ? {} : { message: detail }),
  })
}
