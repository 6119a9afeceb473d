import {
  type FieldErrorCode,
  type FieldErrorParams,
  fieldErrorCodes,
  fieldFormats,
} from "./field-error-codes.ts";

/** An error of a value whose path is not known yet. */
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
 * An error of one field: its path in the body or its name in the query, a code for programs and a sentence for people.
 * Inside the platform the sentence has `{field}` where the field is named, so that a path can still change.
 */
export type FieldError = FieldProblem & {
  path: string;
  /**
   * As it is sent, when the sentence is not the one of the code: the sentence with `{field}` where the field is named,
   * so that a form can show the field's label there.
   */
  template?: string;
};

/**
 * The details after a code: its params, optional where the code needs none, and a sentence that replaces the code's
 * own.
 */
export type FieldErrorDetails<C extends FieldErrorCode> =
  Record<never, never> extends FieldErrorParams[C]
    ? [params?: FieldErrorParams[C], sentence?: string]
    : [params: FieldErrorParams[C], sentence?: string];

/**
 * Build a problem from its code.
 * @param sentence replaces the code's own where a person needs more; may hold `{field}`
 */
export function fieldProblem<C extends FieldErrorCode>(
  code: C,
  ...[params, sentence]: FieldErrorDetails<C>
): FieldProblem {
  const isEmpty = params === undefined || Object.keys(params).length === 0;
  const problem = isEmpty ? { code } : { code, params };
  return { ...problem, message: sentence ?? describeProblem(problem as ProblemFacts) } as FieldProblem;
}

/** Build a field error from its path and code. @param sentence as for `fieldProblem` */
export function fieldError<C extends FieldErrorCode>(
  path: string,
  code: C,
  ...details: FieldErrorDetails<C>
): FieldError {
  return { path, ...fieldProblem(code, ...details) };
}

type ProblemFacts = {
  [C in FieldErrorCode]: { code: C; params?: FieldErrorParams[C] };
}[FieldErrorCode];

const typeNames: Readonly<Record<string, string>> = {
  integer: "a whole number",
  array: "an array",
  object: "an object",
  null: "null",
};

const typeName = (type: string): string => typeNames[type] ?? `a ${type}`;

/** Format a name of the contract as words with their article: "a line item", "an order". */
function withArticle(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
}

function rangeText({ min, max, greater_than }: FieldErrorParams["out_of_range"]): string {
  const from = greater_than === undefined ? "" : `greater than ${greater_than}`;
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  const to = max === undefined ? "" : `at most ${max}`;
  return [from, to].filter((part) => part !== "").join(" and ") || "within its range";
}

const shown = (value: unknown): string => (value === "" ? '""' : String(value));

/** List the first values only, because a list of a thousand options helps no one. */
function listText(values: readonly unknown[]): string {
  const some = values.slice(0, 50).map(shown);
  return values.length > some.length
    ? `${some.join(", ")} and ${values.length - some.length} more`
    : some.join(", ");
}

function allowedText({ allowed, forbidden }: FieldErrorParams["not_allowed"]): string {
  if (allowed !== undefined && allowed.length === 1) return `{field} must be ${shown(allowed[0])}.`;
  if (allowed !== undefined) return `{field} must be one of ${listText(allowed)}.`;
  if (forbidden !== undefined) return `{field} must not be ${listText(forbidden)}.`;
  return "{field} is not allowed here.";
}

function uniqueText({ resource, duplicate_of }: FieldErrorParams["not_unique"]): string {
  if (duplicate_of !== undefined) return `{field} repeats ${duplicate_of}.`;
  return resource === undefined
    ? "{field} is sent twice."
    : `{field} is already used by another ${resource.replaceAll("_", " ")}.`;
}

function conflictText({ with: other, current }: FieldErrorParams["conflict"]): string {
  if (other !== undefined) return `{field} conflicts with ${other}.`;
  return current === undefined
    ? "{field} conflicts with the current state of the record."
    : `{field} is ${shown(current)}.`;
}

/** Build the sentence of a code and its params, with `{field}` where the field is named. */
function describeProblem(problem: ProblemFacts): string {
  switch (problem.code) {
    case "required":
      return "{field} is required.";
    case "not_found": {
      const { resource = "record", of } = problem.params ?? {};
      return `{field} does not match ${withArticle(resource)} ${of === undefined ? "in this store" : `of this ${of.replaceAll("_", " ")}`}.`;
    }
    case "invalid_type":
      return `{field} must be ${(problem.params?.types ?? []).map(typeName).join(" or ")}.`;
    case "invalid_format":
      return `{field} must be ${fieldFormats[problem.params?.format ?? "pattern"]}.`;
    case "out_of_range":
      return `{field} must be ${rangeText(problem.params ?? {})}.`;
    case "too_short":
      return `{field} must have at least ${problem.params?.min} ${problem.params?.unit}.`;
    case "too_long":
      return `{field} must have at most ${problem.params?.max} ${problem.params?.unit}.`;
    case "too_few":
      return `{field} must have at least ${problem.params?.min} ${problem.params?.min === 1 ? "entry" : "entries"}.`;
    case "too_many":
      return `{field} must have at most ${problem.params?.max} ${problem.params?.max === 1 ? "entry" : "entries"}.`;
    case "not_unique":
      return uniqueText(problem.params ?? {});
    case "not_allowed":
      return allowedText(problem.params ?? {});
    case "conflict":
      return conflictText(problem.params ?? {});
    case "insufficient_stock":
      return `{field} is more than the ${problem.params?.available} available.`;
    case "insufficient_funds":
      return problem.params?.available === undefined
        ? "{field} is more than the balance."
        : `{field} must be at most ${problem.params.available}, which is all that is left.`;
    case "not_fetched":
      return "{field} could not be fetched.";
  }
}

/** Insert a field's name into a problem's sentence. */
export function insertFieldName(message: string, name: string): string {
  return message.replaceAll("{field}", () => (name === "" ? "The body" : name));
}

/** Return the field error as it is sent: its sentence names the field by its path, and goes as a template if it is its own. */
export function namedFieldError(error: FieldError): FieldError {
  const { path, code, message, params } = error;
  const isOwnSentence = message !== describeProblem(error as ProblemFacts);
  const template = error.template ?? (isOwnSentence ? message : undefined);
  return {
    path,
    code,
    message: insertFieldName(message, path),
    ...(template === undefined ? {} : { template }),
    ...(params ? { params } : {}),
  } as FieldError;
}

/**
 * Describe a received field error for a form that shows a label in place of the path.
 * @param label the field's name as the person sees it, for example "Title"
 */
export function formatLabeledMessage(error: FieldError, label: string): string {
  if (error.template !== undefined) return insertFieldName(error.template, label);
  // A platform of a later version may know more codes.
  if (!Object.hasOwn(fieldErrorCodes, error.code)) return error.message;
  return insertFieldName(describeProblem(error as ProblemFacts), label);
}
