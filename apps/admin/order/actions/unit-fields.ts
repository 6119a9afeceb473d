import { ApiError } from "@souk/client";
import type { FieldSpec } from "@souk/ui";

/** A line of which units are chosen. */
export interface ChosenLine {
  id: number;
  name: string;
  /** Most units. */
  most: number;
}

const nameOf = ({ id }: Pick<ChosenLine, "id">): string => `units_${id}`;

/**
 * A field for each line: how many of its units.
 * @param label says what is chosen of the line of a name
 */
export function unitFields(
  lines: readonly ChosenLine[],
  label: (name: string, most: number) => string,
): FieldSpec[] {
  return lines.map((line, place) => ({
    name: nameOf(line),
    label: label(ownName(lines, place), line.most),
    kind: "whole",
    schema: { type: "integer", minimum: 0, maximum: line.most },
    required: false,
    takesNull: false,
    choices: [],
  }));
}

/** What tells a line from the others: its name, and which of them it is where several have that name. */
function ownName(lines: readonly ChosenLine[], place: number): string {
  const name = lines[place]?.name ?? "";
  if (lines.filter((line) => line.name === name).length === 1) return name;
  return `${name} (${lines.slice(0, place + 1).filter((line) => line.name === name).length})`;
}

/** The fields filled in: every unit there is, or none. */
export function unitsOf(lines: readonly ChosenLine[], isAll: boolean): Record<string, number> {
  return Object.fromEntries(lines.map((line) => [nameOf(line), isAll ? line.most : 0]));
}

/** The lines of which units are chosen, with how many. */
export function chosenUnits(lines: readonly ChosenLine[], values: Readonly<Record<string, unknown>>) {
  return lines
    .map((line) => ({ id: line.id, quantity: Number(values[nameOf(line)] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** A refusal of a form's own, beside the field. */
export function refused(field: string, message: string): ApiError {
  const error = { code: "invalid", message, request_id: "", fields: [{ path: field, message }] };
  return new ApiError(422, { error }, new Headers());
}

/** The same over the first line's units. */
export function refusedUnits(lines: readonly ChosenLine[], message: string): ApiError {
  return refused(lines[0] === undefined ? "" : nameOf(lines[0]), message);
}

/**
 * What the platform refuses of the lines that were sent, over the fields of this form: `line_items.0.quantity` is the units of
 * the first line that was sent.
 * @param list what the lines were sent as
 */
export function overUnits(error: unknown, list: string, sent: readonly { id: number }[]): unknown {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error;
  const fields = error.fields.map(({ path, message }) => {
    const rest = path.startsWith(`${list}.`) ? path.slice(list.length + 1) : "";
    const line = rest === "" ? undefined : sent[Number(rest.split(".")[0])];
    return line === undefined ? { path, message } : { path: nameOf(line), message };
  });
  const { status, code, message, request_id } = error;
  return new ApiError(status, { error: { code, message, request_id, fields } }, new Headers());
}
