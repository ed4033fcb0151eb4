/** Languages that types are written in, by the name that the command line takes, in the order in which they are offered. */
export const codeLanguages = [
  'ts',
  'zod',
  'schema',
  'go',
  'python',
  'csharp',
  'java',
  'php',
  'ruby',
  'rust',
  'kotlin',
] as const
export type CodeLanguage = (typeof codeLanguages)[number]

/** How each is called, and whether our tests compile it and run it over stored bodies. */
export const codeLanguageFacts: Readonly<Record<CodeLanguage, { name: string; tested: boolean }>> = {
  ts: { name: 'TypeScript', tested: true },
  zod: { name: 'Zod', tested: true },
  schema: { name: 'JSON Schema', tested: true },
  go: { name: 'Go', tested: true },
  python: { name: 'Python', tested: true },
  csharp: { name: 'C#', tested: true },
  java: { name: 'Java', tested: true },
  php: { name: 'PHP', tested: false },
  ruby: { name: 'Ruby', tested: false },
  rust: { name: 'Rust', tested: false },
  kotlin: { name: 'Kotlin', tested: false },
}
