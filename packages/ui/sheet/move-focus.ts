import type { KeyboardEvent } from "react";

const inputs = "input, select, button";

type Step = "up" | "down" | "left" | "right";

function getStep(event: KeyboardEvent<HTMLElement>): Step | null {
  const { key, shiftKey, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if (key === "Enter") return target instanceof HTMLButtonElement ? null : shiftKey ? "up" : "down";
  // A select uses the arrow keys itself.
  if (target instanceof HTMLSelectElement) return null;
  if (key === "ArrowUp") return "up";
  if (key === "ArrowDown") return "down";
  if (key === "ArrowLeft" && isAtEdge(target, "start")) return "left";
  return key === "ArrowRight" && isAtEdge(target, "end") ? "right" : null;
}

/** Return whether an arrow key would no longer move the cursor inside the text. */
function isAtEdge(target: EventTarget, edge: "start" | "end"): boolean {
  if (!(target instanceof HTMLInputElement) || target.type === "checkbox") return true;
  const { selectionStart, selectionEnd, value } = target;
  // The text of a newly focused cell is selected as a whole, and the next arrow key moves on.
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return edge === "start" ? selectionEnd === 0 : selectionStart === value.length;
}

/** Return the input of the next cell in a direction that can be focused. */
function findNextCell(cell: Element, step: Step): HTMLElement | null {
  const column = [...(cell.parentElement?.children ?? [])].indexOf(cell);
  const getAdjacent = (element: Element): Element | null | undefined => {
    if (step === "left") return element.previousElementSibling;
    if (step === "right") return element.nextElementSibling;
    const row = element.parentElement;
    return (step === "up" ? row?.previousElementSibling : row?.nextElementSibling)?.children[column];
  };
  for (let candidate = getAdjacent(cell); candidate; candidate = getAdjacent(candidate)) {
    const input = candidate.querySelector<HTMLElement>(inputs);
    if (input && !input.matches(":disabled")) return input;
  }
  return null;
}

/** Move the focus from cell to cell with the arrow keys and Enter, as in a spreadsheet. Tab works as usual. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = getStep(event);
  const cell = (event.target as Element).closest("td");
  if (step === null || cell === null) return;
  event.preventDefault();
  findNextCell(cell, step)?.focus();
}
