import { type KeyboardEvent, type PointerEvent, useCallback, useState } from 'react'
import { formatMoment } from '../lib/format.ts'
import { useEscape } from '../lib/use-escape.ts'
import { plot as strings } from '../strings/plot.ts'
import './plot.css'
import { PlotDrawing } from './plot-drawing.tsx'
import { frameOf, type PlotFrame, type PlotProps } from './plot-frame.ts'
import { PlotTable } from './plot-table.tsx'
import { useWidth } from './use-width.ts'

/** A time series with axes and units; steps are selected by pointer or arrow keys. */
export function Plot(props: PlotProps) {
  const { title, unit, series } = props
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  return (
    <figure className="plot card">
      <figcaption className="plot-head">
        <h3>{title}</h3>
        <span className="quiet small">{unit}</span>
      </figcaption>
      {isEmpty ? <p className="plot-empty quiet">{strings.empty}</p> : <Filled {...props} />}
    </figure>
  )
}

function Filled(props: PlotProps) {
  const { title, times, series, format } = props
  const [ref, width] = useWidth()
  const [index, setIndex] = useState<number | null>(null)
  useEscape(
    useCallback(() => setIndex(null), []),
    index !== null,
  )
  const frame = frameOf(props, width)
  const last = times.length - 1
  const at = Math.min(index ?? last, last)
  const text = stepText(props, at)
  const move = (event: KeyboardEvent) => {
    const next = NEXT[event.key]?.(at, last)
    if (next === undefined) return
    event.preventDefault()
    setIndex(next)
  }
  return (
    <>
      <div
        className="plot-area"
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={strings.explore(title)}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={text}
        onKeyDown={move}
        onFocus={() => setIndex(at)}
        onBlur={() => setIndex(null)}
        onPointerMove={(event) => setIndex(indexAt(event, frame, times.length))}
        onPointerLeave={() => setIndex(null)}
      >
        <PlotDrawing frame={frame} plot={props} chosen={index === null ? null : at} />
        {index !== null && <Tip plot={props} frame={frame} at={at} />}
      </div>
      <ul className="plot-legend small">
        {series.map(({ label, colour }) => (
          <li key={label}>
            <i className="swatch" style={{ background: `var(--${colour})` }} />
            {label}
          </li>
        ))}
      </ul>
      <PlotTable plot={props} format={format} />
    </>
  )
}

/** The step a key moves to. */
const NEXT: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

function indexAt(event: PointerEvent<HTMLDivElement>, frame: PlotFrame, count: number): number {
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left
  const share = (x - frame.left) / (frame.right - frame.left)
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)))
}

function stepText({ times, series, format }: PlotProps, at: number): string {
  const values = series.map(({ label, values: all }) => {
    const value = all[at] ?? null
    return `${label} ${value === null ? strings.unknown : format(value)}`
  })
  return `${formatMoment(times[at] ?? '')}: ${values.join(', ')}`
}

function Tip({ plot, frame, at }: { plot: PlotProps; frame: PlotFrame; at: number }) {
  const x = frame.centre(at)
  const isRight = x > (frame.left + frame.right) / 2
  return (
    <div
      className={isRight ? 'plot-tip plot-tip-left small' : 'plot-tip small'}
      style={{ left: `${x}px` }}
      aria-hidden="true"
    >
      <strong>{formatMoment(plot.times[at] ?? '')}</strong>
      {plot.series.map(({ label, colour, values }) => {
        const value = values[at] ?? null
        return (
          <span key={label}>
            <i className="swatch" style={{ background: `var(--${colour})` }} />
            {label} <b>{value === null ? strings.unknown : plot.format(value)}</b>
          </span>
        )
      })}
    </div>
  )
}
