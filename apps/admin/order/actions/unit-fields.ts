import { ApiError } from "@souk/client";
import { formatLabeledMessage } from "@souk/contract";
import type { FieldSpec } from "@souk/ui";

/** A line with selected units. */
export interface ChosenLine {
  id: number;
  name: string;
  /** The maximum number of units. */
  max: number;
}

const getFieldName = ({ id }: Pick<ChosenLine, "id">): string => `units_${id}`;

/**
 * Build a field for each line, for the number of its units.
 * @param label formats the label of a field
 */
export function unitFields(
  lines: readonly ChosenLine[],
  label: (args: { name: string; max: number }) => string,
): FieldSpec[] {
  return lines.map((line, place) => ({
    name: getFieldName(line),
    label: label({ name: ownName(lines, place), max: line.max }),
    kind: "whole",
    schema: { type: "integer", minimum: 0, maximum: line.max },
    required: false,
    takesNull: false,
    choices: [],
  }));
}

/** Return a line's unique label: its name, with its number if several lines have that name. */
function ownName(lines: readonly ChosenLine[], place: number): string {
  const name = lines[place]?.name ?? "";
  if (lines.filter((line) => line.name === name).length === 1) return name;
  return `${name} (${lines.slice(0, place + 1).filter((line) => line.name === name).length})`;
}

/** Return the initial values of the fields: all units, or 0. */
export function fillUnits(lines: readonly ChosenLine[], isAll: boolean): Record<string, number> {
  return Object.fromEntries(lines.map((line) => [getFieldName(line), isAll ? line.max : 0]));
}

/** Return the lines with selected units, with their quantities. */
export function chosenUnits(lines: readonly ChosenLine[], values: Readonly<Record<string, unknown>>) {
  return lines
    .map((line) => ({ id: line.id, quantity: Number(values[getFieldName(line)] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Return a validation error of the form itself, shown beside the field. */
export function createFieldError(field: string, message: string): ApiError {
  const error = {
    code: "invalid",
    message,
    request_id: "",
    fields: [{ path: field, code: "not_allowed", message, template: message }],
  };
  return new ApiError(422, { error }, new Headers());
}

/** Return a validation error of the form itself, shown at the first line's units. */
export function createUnitsError(lines: readonly ChosenLine[], message: string): ApiError {
  return createFieldError(lines[0] === undefined ? "" : getFieldName(lines[0]), message);
}

/**
 * Map the platform's errors on sent lines to the fields of this form: `line_items.0.quantity` is the units
 * of the first line that was sent.
 * @param list the name of the lines in the request
 */
export function overUnits(error: unknown, list: string, sent: readonly { id: number }[]): unknown {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error;
  const fields = error.fields.map((field) => {
    const { path } = field;
    const rest = path.startsWith(`${list}.`) ? path.slice(list.length + 1) : "";
    const line = rest === "" ? undefined : sent[Number(rest.split(".")[0])];
    if (line === undefined) return field;
    const name = getFieldName(line);
    return { ...field, path: name, message: formatLabeledMessage(field, name) };
  });
  const { status, code, message, request_id } = error;
  return new ApiError(status, { error: { code, message, request_id, fields } }, new Headers());
}
