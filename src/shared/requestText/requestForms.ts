/** The forms in which a delivery can be copied, in the order in which they are offered. */
export const requestForms = ['curl', 'curl-powershell', 'curl-cmd', 'httpie', 'http', 'node', 'python'] as const
export type RequestForm = (typeof requestForms)[number]

/** The form of cURL for the shell that most people of a system use. Pure. */
export function usualCurl(userAgent: string): RequestForm {
  return /Windows/.test(userAgent) ? 'curl-powershell' : 'curl'
}
