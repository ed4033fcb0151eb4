import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../basics/Button.tsx'
import { ErrorNote, Loading } from './Notes.tsx'
import { uiWords } from '../words.ts'

/** A component whose code arrives when it is first shown, or before, once `preload` was called. */
export type LazyComponent<Props extends object> = ComponentType<Props> & { preload(): Promise<void> }

/**
 * Makes a component out of one that is loaded on demand. Once its code is there it renders at once, without a frame of
 * waiting (React's own `lazy` suspends first, and removes what was on the screen). Where the code does not arrive, the
 * component reports it and offers another try.
 * @param what names it in sentences: "inbox", "body"
 * @param Waiting shown until the code is there; a line that names what is loaded unless given
 */
export function lazily<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = () => <Loading what={what} />,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const preload = async () => {
    loading ??= load().then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Lazy(props: Props) {
    const [state, setState] = useState<'waiting' | 'failed' | 'there'>(loaded === undefined ? 'waiting' : 'there')
    useEffect(() => {
      if (state !== 'waiting') return
      let left = false
      preload().then(
        () => !left && setState('there'),
        () => !left && setState('failed'),
      )
      return () => {
        left = true
      }
    }, [state])
    const Loaded = loaded
    if (Loaded !== undefined) return <Loaded {...props} />
    if (state === 'failed') return <NotLoaded what={what} again={() => setState('waiting')} />
    return <Waiting />
  }
  return Object.assign(Lazy, { preload, displayName: `lazily(${what})` })
}

function NotLoaded({ what, again }: { what: string; again: () => void }) {
  const next = (
    <>
      <Button onClick={again}>{uiWords.tryAgain}</Button>
      <Button onClick={() => window.location.reload()}>{uiWords.reloadPage}</Button>
    </>
  )
  return <ErrorNote next={next}>{uiWords.notLoaded(what)}</ErrorNote>
}
