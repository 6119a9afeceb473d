import { mostPartNotes, refuse } from "@souk/contract";
import type { Order } from "./order-rows.ts";

/**
 * Refuses one more of what an order has as many of as it can have, cancelled ones among them: the order is told whole.
 * @param of the field that holds them, what they are called where that is not its name, and how many there can be
 * @throws Refusal conflict naming them
 */
export function requirePartRoom(
  rows: readonly unknown[],
  { name, called = name, most }: { name: string; called?: string; most: number },
): void {
  if (rows.length < most) return;
  refuse("conflict", {
    message: `The order has ${rows.length} ${called}, and can have no more.`,
    fields: [{ path: name, message: `are ${rows.length} already` }],
  });
}

function notesOf({ refunds, returns }: Order): number {
  return [...refunds, ...returns].reduce((sum, { note }) => sum + Buffer.byteLength(note), 0);
}

/**
 * Refuses a note that leaves all notes of an order's refunds and returns longer than they may be together.
 * @throws Refusal conflict naming the note
 */
export function requireNoteRoom(before: Order, after: Order): void {
  const [had, has] = [notesOf(before), notesOf(after)];
  if (has <= mostPartNotes || has <= had) return;
  refuse("conflict", {
    message: `The notes of an order's refunds and returns have at most ${mostPartNotes} bytes together.`,
    fields: [{ path: "note", message: `leaves ${has} bytes of notes` }],
  });
}
