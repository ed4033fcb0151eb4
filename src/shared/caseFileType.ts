/** Names of our files for the operating system. The type is not registered with IANA, which its prefix says. */
export const caseFileType = {
  extension: 'hookscope',
  name: 'Hookscope case file',
  mimeType: 'application/x-hookscope-case',
} as const
