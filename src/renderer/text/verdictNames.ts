import type { Verdict } from '../../shared/model.ts'

/** What a verdict is called wherever a person reads it. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  valid: 'Valid',
  'valid-previous': 'Valid, previous secret',
  invalid: 'Invalid',
  unsigned: 'Unsigned',
  malformed: 'Malformed',
  'no-secret': 'No secret',
  'cannot-tell': 'Cannot tell',
}
