import { ApiError, type FieldError, fieldError, insertFieldPath } from "@souk/contract";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";

/**
 * Validate a posted form against the schema of the API operation, so that each rule is defined only once.
 *
 * @param value the input that will be passed to the use case
 * @param sentences the error message of each field, by its path; nested fields have a dotted path such as `store.name`
 * @returns one error for each invalid field
 */
export function checkForm(
  schema: TSchema,
  value: object,
  sentences: Readonly<Record<string, string>>,
): FieldError[] {
  const invalidPaths = new Set(
    Errors(schema, value).map(({ instancePath }) => {
      const [, topLevelField = "", ...nestedPath] = instancePath.split("/");
      const path = [topLevelField, ...nestedPath].join(".");
      return Object.hasOwn(sentences, path) ? path : topLevelField;
    }),
  );
  return [...invalidPaths].map((path) => {
    const isBlank = (Reflect.get(value, path) ?? "") === "";
    const sentence = sentences[path] ?? "Check this form.";
    return insertFieldPath(
      isBlank
        ? fieldError(path, "required", {}, sentence)
        : fieldError(path, "invalid_format", { format: "pattern" }, sentence),
    );
  });
}

/** Build the error of a form's field, with the sentence that the summary and the field show. */
export function buildFormError(path: string, code: "required" | "not_allowed", sentence: string): FieldError {
  return insertFieldPath(fieldError(path, code, {}, sentence));
}

/** Return the field errors of an `invalid` ApiError, to show them in the form. Any other error is rethrown. */
export function getFieldErrorsOrRethrow(error: unknown): FieldError[] {
  if (error instanceof ApiError && error.code === "invalid") return error.fields;
  throw error;
}
