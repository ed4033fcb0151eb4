import type { CheckTargetProblem } from '../codes/checkTargets.ts'

/** Why nothing is sent to an address, by its code. */
export function targetSentence(problem: CheckTargetProblem, url: string, switchName: string | null): string {
  switch (problem) {
    case 'not-an-address':
      return `"${url}" is no address of a handler; give one such as http://127.0.0.1:3000/webhooks.`
    case 'has-credentials':
      return 'The address has a user name or password in it, which others could read; leave them out.'
    case 'unknown-host':
      return `The host of "${url}" was not found.`
    case 'remote':
      return switchName === null
        ? `"${url}" is not on this machine. A check sends forged and odd deliveries, so the page sends them to this machine only; use hookscope check URL --allow-remote for another one that is yours.`
        : `"${url}" is not on this machine. A check sends forged and odd deliveries; ${switchName} allows it for a host that is yours.`
    case 'our-own':
      return 'This port is one of Hookscope’s own. Give the port that your handler listens on.'
  }
}
