import { raw } from 'hono/html'

/** The one style sheet of the reference. */
export const STYLES = raw(`
:root { color-scheme: light dark; --text: #1c2024; --soft: #5b636b; --line: #d8dce0; --shade: #f4f6f8; --link: #0a58ca }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8ea; --soft: #a3abb3; --line: #3a4048; --shade: #1d2126; --link: #7fb3ff }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: Canvas }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -999rem } .skip:focus { left: 1rem; top: 1rem }
main, nav { padding: 1rem }
main { max-width: 64rem; min-width: 0 } main:focus { outline: none }
nav ul { list-style: none; margin: 0; padding: 0 }
nav > ul { display: flex; flex-wrap: wrap; column-gap: 1rem }
nav li { margin: .15rem 0 }
nav ul ul { display: none; padding-left: .75rem; font-size: .85rem; overflow-wrap: anywhere }
code, pre { font: .875em/1.45 ui-monospace, monospace }
code { overflow-wrap: break-word }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--shade) }
h1 { margin-top: 0 } h2 { margin-top: 3rem; padding-top: 1rem; border-top: 2px solid var(--line) }
h3 { margin-top: 2.5rem; overflow-wrap: anywhere } h4 { margin: 1.5rem 0 .5rem }
h3 .method { font-size: .8em; padding: .1rem .4rem; border: 1px solid var(--soft); border-radius: 4px }
.role { color: var(--soft) }
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line) }
td[data-column="Description"], td[data-column="When"], td[data-column="What to do"] { min-width: 14rem }
td[data-column="Field"], td[data-column="Name"], td[data-column="Code"] { white-space: nowrap }
@media (max-width: 48rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  table, tbody, tr, td { display: block }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line) }
  td, td[data-column] { padding: 0; border: 0; min-width: 0; white-space: normal; overflow-wrap: anywhere }
  td:empty { display: none }
  td::before { content: attr(data-column) ": "; color: var(--soft) }
  td:first-child::before, td[data-column="Description"]::before { content: none }
  td:first-child { font-weight: 600 }
}
@media (min-width: 72rem) {
  .page { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line) }
  nav > ul, nav ul ul { display: block }
  main { padding: 1rem 2rem }
}
@media print { nav { display: none } }
`)
