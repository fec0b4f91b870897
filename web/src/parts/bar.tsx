import { formatCount } from '../lib/format.ts'

export type Slice = {
  readonly label: string
  readonly value: number
  /** One of the eight colours of tokens.css, or a neutral: `c1` … `c8`, `line`. */
  readonly colour: string
}

/** A stacked bar with a legend: colour alone is not accessible. */
export function Bar({
  label,
  slices,
  total,
  format = formatCount,
  isLegendHidden = false,
  mark = null,
}: {
  label: string
  slices: readonly Slice[]
  /** The value of the whole bar; by default the sum of the slices. */
  total?: number
  format?: (value: number) => string
  isLegendHidden?: boolean
  /** A value that is marked by a line across the bar. */
  mark?: { readonly value: number; readonly label: string } | null
}) {
  const whole = total ?? slices.reduce((sum, { value }) => sum + value, 0)
  const shown = slices.filter(({ value }) => value > 0)
  const text = shown.map((slice) => `${slice.label} ${format(slice.value)}`).join(', ')
  return (
    <figure className="bar">
      <div
        className="bar-track"
        role="img"
        aria-label={`${label}: ${text}${mark === null ? '' : `; ${mark.label}`}`}
      >
        {shown.map((slice) => (
          <span
            key={slice.label}
            className="bar-slice"
            title={`${slice.label} ${format(slice.value)}`}
            style={{
              width: `${whole === 0 ? 0 : (100 * slice.value) / whole}%`,
              background: `var(--${slice.colour})`,
            }}
          />
        ))}
        {mark !== null && whole > 0 && (
          <span
            className="bar-mark"
            title={mark.label}
            style={{ left: `${Math.min(100, (100 * mark.value) / whole)}%` }}
          />
        )}
      </div>
      {!isLegendHidden && (
        <figcaption className="bar-legend small">
          {shown.map((slice) => (
            <span key={slice.label}>
              <i className="swatch" style={{ background: `var(--${slice.colour})` }} />
              {slice.label} <b>{format(slice.value)}</b>
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
