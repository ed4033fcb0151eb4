import { pagePolicy } from '../../shared/pagePolicy.ts'

/** On every answer, whatever it is: hostile content stays inert even when someone opens it in a tab. */
export const securityHeaders = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const
