import { useState } from 'react'
import { formatMoment } from '../lib/format.ts'
import { plot as strings } from '../strings/plot.ts'
import type { PlotProps } from './plot-frame.ts'

/** The values of a plot as a table, for screen readers and to copy. */
export function PlotTable({ plot, format }: { plot: PlotProps; format: PlotProps['format'] }) {
  const [isOpen, setOpen] = useState(false)
  const { title, times, series } = plot
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {strings.table} <span className="hidden-text">{title}</span>
      </summary>
      {isOpen && (
        <section
          className="plot-table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label={strings.tableOf(title)}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{strings.time}</th>
                {series.map(({ label }) => (
                  <th scope="col" key={label}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, i) => (
                <tr key={time}>
                  <th scope="row">{formatMoment(time)}</th>
                  {series.map(({ label, values }) => {
                    const value = values[i] ?? null
                    return <td key={label}>{value === null ? strings.unknown : format(value)}</td>
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
