/** A place that several pieces of work wait at until a test opens it. */
export type Gate = { readonly opened: Promise<void>; open(): void }

/** A closed gate. */
export function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
