import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'plain' | 'main' | 'danger' | 'quiet'
  size?: 'small' | 'normal'
  /** While it works it cannot be pressed again. */
  isBusy?: boolean
}

/** A button. `main` for what the page is for, `danger` for what cannot be undone. */
export function Button({
  kind = 'plain',
  size = 'normal',
  isBusy = false,
  disabled,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${kind} button-${size} ${rest.className ?? ''}`}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    />
  )
}
