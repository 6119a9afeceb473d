import { type Html, html } from "../../infrastructure/routing/html.ts";

/**
 * Render a table of the reference. A table wider than the window scrolls and can be reached with the keyboard.
 * @param caption label of the table for screen readers
 */
export function renderTable(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, index) => renderCell(cell, headings[index]))}</tr>\n`)}</tbody></table></div>`;
}

/** Render a cell with its column heading, which is shown before the cell in narrow windows. */
function renderCell(cell: Cell, heading = ""): Html {
  return html`<td data-head="${heading}">${cell}</td>`;
}

type Cell = Html | string | number;

/** Render a text of the contract as HTML, with `code` for the parts in backticks. */
export function renderProse(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
