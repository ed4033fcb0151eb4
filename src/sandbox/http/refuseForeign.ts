import { headerValues } from '../../shared/headers.ts'
import { ApiProblem } from './problem.ts'

/**
 * Keeps web pages out: a page carries an Origin, and one that rebinds its name to this machine carries that name as Host.
 * @param rawHeaders flat list as it came; Node's parsed headers would hide a doubled Host
 * Throws ApiProblem 403.
 */
export function refuseForeign(rawHeaders: readonly string[], port: number): void {
  const hosts = headerValues(rawHeaders, 'host')
  if (hosts.length !== 1 || ![`127.0.0.1:${port}`, `localhost:${port}`].includes((hosts[0] ?? '').toLowerCase())) {
    throw new ApiProblem(403, `This address is refused. Use http://127.0.0.1:${port}.`)
  }
  if (headerValues(rawHeaders, 'origin').length > 0) {
    throw new ApiProblem(403, 'Requests of web pages are refused. Call the sandbox from a program, without Origin.')
  }
}
