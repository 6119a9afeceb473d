import { ApiError } from "@souk/client";
import { formatLabeledMessage } from "@souk/contract";
import type { FieldSpec } from "@souk/ui";

/** An order line of which people can select units in a form, for example to ship them. */
export interface SelectableLine {
  id: number;
  name: string;
  /** The maximum number of units that can be selected. */
  max: number;
}

const getFieldName = ({ id }: Pick<SelectableLine, "id">): string => `units_${id}`;

/**
 * Build the field specs for the number of units of each line.
 * @param formatLabel formats the label of a line's field
 */
export function buildUnitSpecs(
  lines: readonly SelectableLine[],
  formatLabel: (args: { name: string; max: number }) => string,
): FieldSpec[] {
  return lines.map((line, index) => ({
    name: getFieldName(line),
    label: formatLabel({ name: getUniqueLineName(lines, index), max: line.max }),
    kind: "whole",
    schema: { type: "integer", minimum: 0, maximum: line.max },
    required: false,
    isNullable: false,
    choices: [],
  }));
}

/** Return a line's name, followed by a number if several lines have this name: "Tray (2)". */
function getUniqueLineName(lines: readonly SelectableLine[], index: number): string {
  const name = lines[index]?.name ?? "";
  if (lines.filter((line) => line.name === name).length === 1) return name;
  return `${name} (${lines.slice(0, index + 1).filter((line) => line.name === name).length})`;
}

/** Return the initial values of the units fields: the maximum of each line, or 0. */
export function createInitialUnits(
  lines: readonly SelectableLine[],
  selection: "max" | "none",
): Record<string, number> {
  return Object.fromEntries(lines.map((line) => [getFieldName(line), selection === "max" ? line.max : 0]));
}

/** List the lines with at least one selected unit, with their quantities. */
export function listSelectedLines(
  lines: readonly SelectableLine[],
  values: Readonly<Record<string, unknown>>,
) {
  return lines
    .map((line) => ({ id: line.id, quantity: Number(values[getFieldName(line)] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Create an error that the form shows at a field, for a rule that the form checks itself. */
export function createFieldError(field: string, message: string): ApiError {
  const error = {
    code: "invalid",
    message,
    request_id: "",
    fields: [{ path: field, code: "not_allowed", message, template: message }],
  };
  return new ApiError(422, { error }, new Headers());
}

/** Create an error that the form shows at the first line's units field. */
export function createUnitsError(lines: readonly SelectableLine[], message: string): ApiError {
  return createFieldError(lines[0] === undefined ? "" : getFieldName(lines[0]), message);
}

/**
 * Map the API's errors for lines of the request to the units fields of the form: an error for `line_items.0.quantity`
 * becomes one for the units field of the first line in the request.
 * @param linesPath the path of the lines in the request, such as `line_items`
 * @param requestLines the lines in the same order as in the request
 */
export function mapLineErrors(
  error: unknown,
  linesPath: string,
  requestLines: readonly { id: number }[],
): unknown {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error;
  const fields = error.fields.map((field) => {
    const { path } = field;
    const pathInList = path.startsWith(`${linesPath}.`) ? path.slice(linesPath.length + 1) : "";
    const line = pathInList === "" ? undefined : requestLines[Number(pathInList.split(".")[0])];
    if (line === undefined) return field;
    const name = getFieldName(line);
    return { ...field, path: name, message: formatLabeledMessage(field, name) };
  });
  const { status, code, message, request_id } = error;
  return new ApiError(status, { error: { code, message, request_id, fields } }, new Headers());
}
