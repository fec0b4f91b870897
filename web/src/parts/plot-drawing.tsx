import { formatTime } from '../lib/format.ts'
import type { PlotFrame, PlotProps } from './plot-frame.ts'
import { linePath, lonePoints } from './plot-scale.ts'

const SHORT_DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** The SVG of a plot; hidden from screen readers, which get the text around it. */
export function PlotDrawing({
  frame,
  plot,
  chosen,
}: {
  frame: PlotFrame
  plot: PlotProps
  chosen: number | null
}) {
  const { width, height, top, bottom } = frame
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <Axes frame={frame} format={plot.format} />
      {plot.kind === 'bars' ? (
        <Bars frame={frame} plot={plot} chosen={chosen} />
      ) : (
        <Lines frame={frame} plot={plot} />
      )}
      {chosen !== null && (
        <line
          className="plot-cursor"
          x1={frame.centre(chosen)}
          x2={frame.centre(chosen)}
          y1={top}
          y2={bottom}
        />
      )}
    </svg>
  )
}

function Axes({ frame, format }: { frame: PlotFrame; format: PlotProps['format'] }) {
  const { left, right, bottom } = frame
  return (
    <g className="plot-axes">
      {frame.ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={frame.y(tick)} y2={frame.y(tick)} />
          <text x={left - 6} y={frame.y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {frame.timeTicks.map(({ at, isDay }) => {
        const x = frame.x(at)
        // A centred label at the edge would be cut off.
        const anchor = x > right - 18 ? 'end' : x < left + 14 ? 'start' : 'middle'
        return (
          <g key={at}>
            <line className="plot-notch" x1={x} x2={x} y1={bottom} y2={bottom + 4} />
            <text x={x} y={bottom + 17} textAnchor={anchor} className={isDay ? 'plot-day' : ''}>
              {isDay ? SHORT_DAY.format(at) : formatTime(new Date(at).toISOString())}
            </text>
          </g>
        )
      })}
    </g>
  )
}

function Bars({
  frame,
  plot,
  chosen,
}: {
  frame: PlotFrame
  plot: PlotProps
  chosen: number | null
}) {
  return plot.series.map(({ label, colour }, row) => (
    <g key={label} fill={`var(--${colour})`}>
      {frame.bars[row]?.map(({ from, to }, i) =>
        to === from ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: steps do not change places
            key={i}
            x={frame.centre(i) - frame.barWidth / 2}
            width={frame.barWidth}
            y={frame.y(to)}
            height={Math.max(1, frame.y(from) - frame.y(to))}
            opacity={chosen === null || chosen === i ? 1 : 0.55}
          />
        ),
      )}
    </g>
  ))
}

function Lines({ frame, plot }: { frame: PlotFrame; plot: PlotProps }) {
  return plot.series.map(({ label, colour, values }) => {
    const points = values.map((value, i) =>
      value === null ? null : { x: frame.centre(i), y: frame.y(value) },
    )
    return (
      <g key={label} stroke={`var(--${colour})`} fill={`var(--${colour})`}>
        <path d={linePath(points)} fill="none" strokeWidth="2" strokeLinejoin="round" />
        {lonePoints(points).map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="2.5" stroke="none" />
        ))}
      </g>
    )
  })
}
