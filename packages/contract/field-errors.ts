import {
  type FieldErrorCode,
  type FieldErrorParams,
  fieldErrorCodes,
  fieldFormats,
} from "./field-error-codes.ts";

/** A field error without its path. */
export type FieldProblem = {
  [C in FieldErrorCode]: {
    code: C;
    /** A sentence with `{field}` in place of the field's name. */
    message: string;
  } & (Record<never, never> extends FieldErrorParams[C]
    ? { params?: FieldErrorParams[C] }
    : { params: FieldErrorParams[C] });
}[FieldErrorCode];

/**
 * An error of one field: its path in the body or its name in the query, a code for programs and a message for people.
 * Inside the platform, the message contains `{field}` instead of the field's name, because code that adds an outer path to the error also changes the name.
 */
export type FieldError = FieldProblem & {
  path: string;
  /**
   * The message with `{field}` instead of the field's name, so that a form can insert the field's label. Set in
   * responses, and only if the message is not the code's default sentence.
   */
  template?: string;
};

/** The arguments after a code: its params, and optionally a sentence that replaces the code's default sentence. */
export type FieldErrorDetails<C extends FieldErrorCode> =
  Record<never, never> extends FieldErrorParams[C]
    ? [params?: FieldErrorParams[C], sentence?: string]
    : [params: FieldErrorParams[C], sentence?: string];

/**
 * Build a field error without its path.
 * @param sentence replaces the code's default sentence; may contain `{field}`
 */
export function fieldProblem<C extends FieldErrorCode>(
  code: C,
  ...[params, sentence]: FieldErrorDetails<C>
): FieldProblem {
  const isEmpty = params === undefined || Object.keys(params).length === 0;
  const problem = isEmpty ? { code } : { code, params };
  return {
    ...problem,
    message: sentence ?? describeProblem(problem as ProblemWithoutMessage),
  } as FieldProblem;
}

/**
 * Build a field error from its path and code.
 * @param details the code's params, and optionally a sentence that replaces the code's default sentence
 */
export function fieldError<C extends FieldErrorCode>(
  path: string,
  code: C,
  ...details: FieldErrorDetails<C>
): FieldError {
  return { path, ...fieldProblem(code, ...details) };
}

type ProblemWithoutMessage = {
  [C in FieldErrorCode]: { code: C; params?: FieldErrorParams[C] };
}[FieldErrorCode];

const typeNames: Readonly<Record<string, string>> = {
  integer: "a whole number",
  array: "an array",
  object: "an object",
  null: "null",
};

const formatType = (type: string): string => typeNames[type] ?? `a ${type}`;

/** Format a name from the contract, such as `line_item`, as words with an article: "a line item", "an order". */
function withArticle(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
}

function formatRange({ min, max, greater_than }: FieldErrorParams["out_of_range"]): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  const lowerLimit = greater_than === undefined ? "" : `greater than ${greater_than}`;
  const upperLimit = max === undefined ? "" : `at most ${max}`;
  return [lowerLimit, upperLimit].filter((limit) => limit !== "").join(" and ") || "within its range";
}

const formatValue = (value: unknown): string => (value === "" ? '""' : String(value));

/** Join values with commas. After 50 values, only the number of the remaining values follows. */
function joinValues(values: readonly unknown[]): string {
  const firstValues = values.slice(0, 50).map(formatValue);
  return values.length > firstValues.length
    ? `${firstValues.join(", ")} and ${values.length - firstValues.length} more`
    : firstValues.join(", ");
}

function describeNotAllowed({ allowed, forbidden }: FieldErrorParams["not_allowed"]): string {
  if (allowed !== undefined && allowed.length === 1) return `{field} must be ${formatValue(allowed[0])}.`;
  if (allowed !== undefined) return `{field} must be one of ${joinValues(allowed)}.`;
  if (forbidden !== undefined) return `{field} must not be ${joinValues(forbidden)}.`;
  return "{field} is not allowed here.";
}

function describeNotUnique({ resource, duplicate_of }: FieldErrorParams["not_unique"]): string {
  if (duplicate_of !== undefined) return `{field} repeats ${duplicate_of}.`;
  return resource === undefined
    ? "{field} is sent twice."
    : `{field} is already used by another ${resource.replaceAll("_", " ")}.`;
}

function describeConflict({ with: otherField, current }: FieldErrorParams["conflict"]): string {
  if (otherField !== undefined) return `{field} conflicts with ${otherField}.`;
  return current === undefined
    ? "{field} conflicts with the current state of the record."
    : `{field} is currently ${formatValue(current)}.`;
}

/** Build the default sentence of a code and its params. It contains `{field}` instead of the field's name. */
function describeProblem(problem: ProblemWithoutMessage): string {
  switch (problem.code) {
    case "required":
      return "{field} is required.";
    case "not_found": {
      const { resource = "record", of } = problem.params ?? {};
      return `{field} does not match ${withArticle(resource)} ${of === undefined ? "in this store" : `of this ${of.replaceAll("_", " ")}`}.`;
    }
    case "invalid_type":
      return `{field} must be ${(problem.params?.types ?? []).map(formatType).join(" or ")}.`;
    case "invalid_format":
      return `{field} must be ${fieldFormats[problem.params?.format ?? "pattern"]}.`;
    case "out_of_range":
      return `{field} must be ${formatRange(problem.params ?? {})}.`;
    case "too_short":
      return `{field} must have at least ${problem.params?.min} ${problem.params?.unit}.`;
    case "too_long":
      return `{field} must have at most ${problem.params?.max} ${problem.params?.unit}.`;
    case "too_large":
      return `{field} is too high: the response would be larger than ${problem.params?.max} ${problem.params?.unit}.`;
    case "too_few":
      return `{field} must have at least ${problem.params?.min} ${problem.params?.min === 1 ? "entry" : "entries"}.`;
    case "too_many":
      return `{field} must have at most ${problem.params?.max} ${problem.params?.max === 1 ? "entry" : "entries"}.`;
    case "not_unique":
      return describeNotUnique(problem.params ?? {});
    case "not_allowed":
      return describeNotAllowed(problem.params ?? {});
    case "conflict":
      return describeConflict(problem.params ?? {});
    case "insufficient_stock":
      return `{field} is more than the available stock of ${problem.params?.available}.`;
    case "insufficient_funds":
      return problem.params?.available === undefined
        ? "{field} is more than the customer's balance."
        : `{field} must be at most ${problem.params.available}, the amount available.`;
    case "not_fetched":
      return "{field} could not be fetched.";
  }
}

/** Replace `{field}` in a message with the field's name, or with "The body" if the name is empty. */
export function insertFieldName(message: string, name: string): string {
  return message.replaceAll("{field}", () => (name === "" ? "The body" : name));
}

/**
 * Return the field error as a response contains it: the path replaces `{field}` in the message. If the message is not
 * the code's default sentence, `template` contains the message with `{field}`.
 */
export function insertFieldPath(error: FieldError): FieldError {
  const { path, code, message, params } = error;
  const isDefaultSentence = message === describeProblem(error as ProblemWithoutMessage);
  const template = error.template ?? (isDefaultSentence ? undefined : message);
  return {
    path,
    code,
    message: insertFieldName(message, path),
    ...(template === undefined ? {} : { template }),
    ...(params ? { params } : {}),
  } as FieldError;
}

/**
 * Format the message of a field error from a response, with the field's label instead of its path.
 * @param label the field's name in the form, for example "Title"
 */
export function formatLabeledMessage(error: FieldError, label: string): string {
  if (error.template !== undefined) return insertFieldName(error.template, label);
  // A later version of the platform may have codes that this version does not know.
  if (!Object.hasOwn(fieldErrorCodes, error.code)) return error.message;
  return insertFieldName(describeProblem(error as ProblemWithoutMessage), label);
}
