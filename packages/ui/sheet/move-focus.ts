import type { KeyboardEvent } from "react";

const inputSelector = "input, select, button";

type Direction = "up" | "down" | "left" | "right";

function getDirection(event: KeyboardEvent<HTMLElement>): Direction | null {
  const { key, shiftKey, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  // On a button, Enter presses the button.
  if (key === "Enter" && target instanceof HTMLButtonElement) return null;
  if (key === "Enter") return shiftKey ? "up" : "down";
  // A select uses the arrow keys itself.
  if (target instanceof HTMLSelectElement) return null;
  if (key === "ArrowUp") return "up";
  if (key === "ArrowDown") return "down";
  if (key === "ArrowLeft" && isCursorAtEdge(target, "start")) return "left";
  return key === "ArrowRight" && isCursorAtEdge(target, "end") ? "right" : null;
}

/** Return whether the cursor is at an edge of the text, where an arrow key moves to the next cell. */
function isCursorAtEdge(target: EventTarget, edge: "start" | "end"): boolean {
  if (!(target instanceof HTMLInputElement) || target.type === "checkbox") return true;
  const { selectionStart, selectionEnd, value } = target;
  // A newly focused cell has all of its text selected, and an arrow key moves to the next cell.
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return edge === "start" ? selectionEnd === 0 : selectionStart === value.length;
}

/** Return the next input in this direction that can be focused; null if there is none. */
function findNextInput(cell: Element, direction: Direction): HTMLElement | null {
  const columnIndex = [...(cell.parentElement?.children ?? [])].indexOf(cell);
  const getAdjacentCell = (element: Element): Element | null | undefined => {
    if (direction === "left") return element.previousElementSibling;
    if (direction === "right") return element.nextElementSibling;
    const row = element.parentElement;
    return (direction === "up" ? row?.previousElementSibling : row?.nextElementSibling)?.children[
      columnIndex
    ];
  };
  for (let candidate = getAdjacentCell(cell); candidate; candidate = getAdjacentCell(candidate)) {
    const input = candidate.querySelector<HTMLElement>(inputSelector);
    if (input && !input.matches(":disabled")) return input;
  }
  return null;
}

/** Move the focus between cells with the arrow keys and Enter, as in a spreadsheet. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const direction = getDirection(event);
  const cell = (event.target as Element).closest("td");
  if (direction === null || cell === null) return;
  event.preventDefault();
  findNextInput(cell, direction)?.focus();
}
