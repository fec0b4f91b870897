import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { visibleText } from '../lib/visible-text.ts'

type Shared = { label: string; hint?: ReactNode; isLabelHidden?: boolean }

/** A text input with its label. */
export function Field({
  label,
  hint,
  isLabelHidden = false,
  ...rest
}: Shared & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} isLabelHidden={isLabelHidden}>
      <input id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
    </Labelled>
  )
}

/** A textarea with its label. */
export function TextField({
  label,
  hint,
  isLabelHidden = false,
  ...rest
}: Shared & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} isLabelHidden={isLabelHidden}>
      <textarea id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
    </Labelled>
  )
}

/** A select with its label. An option cannot contain elements, so invisible characters are escaped as text. */
export function Select({
  label,
  hint,
  isLabelHidden = false,
  options,
  ...rest
}: Shared &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly { readonly value: string; readonly label: string }[]
  }) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} isLabelHidden={isLabelHidden}>
      <select id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {visibleText(option.label)}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function Labelled({
  id,
  label,
  hint,
  isLabelHidden,
  children,
}: Shared & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'hidden-text' : undefined}>
        {label}
      </label>
      {children}
      {hint && (
        <p className="quiet small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
