/** What leaves through stdout and stderr. Text from outside could steer a terminal, so control bytes never reach it. */

/** The answer of a command, and nothing else. */
export function answer(text: string): void {
  process.stdout.write(`${plain(text)}\n`)
}

/** Everything that is not the answer. */
export function remark(text: string): void {
  process.stderr.write(`${plain(text)}\n`)
}

/** No control character but the line feed: not C0, not DEL, not C1. */
function plain(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\uFFFD')
}
