/**
 * Where a thread's entry file lies. From sources Node runs the `.ts` file beside this one; in a build all entries and
 * chunks lie flat in one folder, so it is the `.js` file beside the chunk that holds this code.
 */
export function threadUrl(name: 'writerThread' | 'indexThread' | 'readerThread'): URL {
  return new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
}
