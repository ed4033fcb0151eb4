/**
 * Whether a key belongs to an input method that is composing, such as the Enter that takes a word of it: then it is none of
 * ours. Safari ends the composition before that Enter, which only its code 229 still gives away.
 */
export function isComposing({ nativeEvent }: { nativeEvent: KeyboardEvent }): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says it in Safari
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
