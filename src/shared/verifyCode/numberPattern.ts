/**
 * A regular expression for languages without a JSON parser of their own: finds a whole number, in quotes or not, under
 * a name of a JSON body; its first group is the number. It does not know how deep the name is, and need not: the
 * sender has signed the body.
 */
export function numberPattern(name: string): string {
  return `${JSON.stringify(name).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\s*:\\s*"?([0-9]+)`
}
