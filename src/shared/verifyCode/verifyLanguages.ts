/** The languages in which ready code can be had; openssl is a POSIX shell script around the openssl command. */
export type VerifyLanguageId = 'node' | 'python' | 'csharp' | 'go' | 'java' | 'php' | 'ruby' | 'rust' | 'openssl'

export interface VerifyLanguage {
  id: VerifyLanguageId
  label: string
  /** Name under which the program runs as `run` says. */
  fileName: string
  /** How to run it: a shell command. */
  run: string
}

const secret = "WEBHOOK_SECRET='...'"

/** In the order in which a page offers them. */
export const verifyLanguages: readonly VerifyLanguage[] = [
  { id: 'node', label: 'Node', fileName: 'verify.mjs', run: `${secret} node verify.mjs body.bin` },
  { id: 'python', label: 'Python', fileName: 'verify.py', run: `${secret} python3 verify.py body.bin` },
  { id: 'csharp', label: 'C#', fileName: 'Verify.cs', run: `${secret} dotnet run Verify.cs body.bin` },
  { id: 'go', label: 'Go', fileName: 'verify.go', run: `${secret} go run verify.go body.bin` },
  { id: 'java', label: 'Java', fileName: 'Verify.java', run: `${secret} java Verify.java body.bin` },
  { id: 'php', label: 'PHP', fileName: 'verify.php', run: `${secret} php verify.php body.bin` },
  { id: 'ruby', label: 'Ruby', fileName: 'verify.rb', run: `${secret} ruby verify.rb body.bin` },
  { id: 'rust', label: 'Rust', fileName: 'main.rs', run: `${secret} cargo run -- body.bin` },
  { id: 'openssl', label: 'openssl', fileName: 'verify.sh', run: `${secret} sh verify.sh body.bin` },
]
