import { type Html, html } from "../../infrastructure/routing/html.ts";

/**
 * Render a table of the reference. A table wider than the window scrolls and can be reached with the keyboard.
 * @param caption label of the table for screen readers
 */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, index) => renderCell(cell, heads[index]))}</tr>\n`)}</tbody></table></div>`;
}

/** Render a cell with its column head, shown before the cell in narrow windows. */
function renderCell(cell: Cell, head = ""): Html {
  return html`<td data-head="${head}">${cell}</td>`;
}

type Cell = Html | string | number;

/** Render a text of the contract with code in backticks. */
export function prose(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
