import type { KeyboardEvent } from "react";

const inputs = "input, select, button";

type Step = "up" | "down" | "left" | "right";

function getStep(event: KeyboardEvent<HTMLElement>): Step | null {
  const { key, shiftKey, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  if (key === "Enter") return target instanceof HTMLButtonElement ? null : shiftKey ? "up" : "down";
  // A choice uses the arrows itself.
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
  // A cell that was just come to is selected as a whole: the next arrow goes on.
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return edge === "start" ? selectionEnd === 0 : selectionStart === value.length;
}

/** Return the next focusable cell in a direction. */
function neighbor(cell: Element, step: Step): HTMLElement | null {
  const column = [...(cell.parentElement?.children ?? [])].indexOf(cell);
  const onward = (element: Element): Element | null | undefined => {
    if (step === "left") return element.previousElementSibling;
    if (step === "right") return element.nextElementSibling;
    const row = element.parentElement;
    return (step === "up" ? row?.previousElementSibling : row?.nextElementSibling)?.children[column];
  };
  for (let at = onward(cell); at; at = onward(at)) {
    const found = at.querySelector<HTMLElement>(inputs);
    if (found && !found.matches(":disabled")) return found;
  }
  return null;
}

/** Move from cell to cell with the arrows and Enter, as in a spreadsheet; Tab works as everywhere. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = getStep(event);
  const cell = (event.target as Element).closest("td");
  if (step === null || cell === null) return;
  event.preventDefault();
  neighbor(cell, step)?.focus();
}
