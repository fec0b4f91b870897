import { html } from 'hono/html'

/* Pieces of HTML. `html` escapes everything that is put into it. */

export type Html = ReturnType<typeof html>

/** Code, which may break at slashes and dots. */
export function code(text: string): Html {
  return html`<code>${text}</code>`
}

/** A sentence whose `code` is between backticks. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 === 1 ? code(part) : html`${part}`))}`
}

/** A block of code. It can be scrolled with the keyboard. */
export function block(label: string, text: string): Html {
  return html`<pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>`
}

/**
 * A table with a label, which can be scrolled with the keyboard. On a narrow screen each row is a block and each cell
 * has the name of its column; the roles are written out because `display: block` would take them away.
 */
export function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}"><table role="table">
<thead role="rowgroup"><tr role="row">${head.map((name) => html`<th role="columnheader">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((cells) => html`<tr role="row">${cells.map((cell, i) => html`<td role="cell" data-column="${head[i]}">${cell}</td>`)}</tr>\n`)}</tbody></table></div>`
}
