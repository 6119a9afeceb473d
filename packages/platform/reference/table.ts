import { type Html, html } from "../routing/html.ts";

/**
 * A table of the reference. Where it is wider than the window it scrolls, and so can be reached with the keyboard.
 * @param caption what is in it, for those who do not see it
 */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell, at) => cellOf(cell, heads[at]))}</tr>\n`)}</tbody></table></div>`;
}

/** In a narrow window cells stand below each other, each after the head of its column. */
function cellOf(cell: Cell, head = ""): Html {
  return html`<td data-head="${head}">${cell}</td>`;
}

type Cell = Html | string | number;

/** A text of the contract, in which backticks stand around code. */
export function prose(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
