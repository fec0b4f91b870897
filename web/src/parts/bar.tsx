import { formatCount } from '../lib/format.ts'

export type Slice = {
  readonly label: string
  readonly value: number
  /** One of the eight colours of tokens.css, or a neutral: `c1` … `c8`, `line`. */
  readonly colour: string
}

/** A bar cut into slices, with a legend that says each in words: colour alone says nothing. */
export function Bar({
  label,
  slices,
  total,
  format = formatCount,
  isLegendHidden = false,
}: {
  label: string
  slices: readonly Slice[]
  /** What the whole bar stands for; the sum of the slices if not given. */
  total?: number
  format?: (value: number) => string
  isLegendHidden?: boolean
}) {
  const whole = total ?? slices.reduce((sum, { value }) => sum + value, 0)
  const shown = slices.filter(({ value }) => value > 0)
  const said = shown.map((slice) => `${slice.label} ${format(slice.value)}`).join(', ')
  return (
    <figure className="bar">
      <div className="bar-track" role="img" aria-label={`${label}: ${said}`}>
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
