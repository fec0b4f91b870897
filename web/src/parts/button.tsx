import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: 'plain' | 'main' | 'danger' | 'quiet'
  size?: 'small' | 'normal'
  /** Disabled while its action runs. */
  isBusy?: boolean
}

/** A button. `main`: the primary action of a page. `danger`: cannot be undone. */
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
