import { ApiError, type FieldError, fieldError, namedFieldError } from "@souk/contract";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";

/**
 * Check the fields of a posted form against the schema that the same operation has over the API, so that a
 * rule is written once; the page states it in words for people.
 *
 * @param value the fields as they will go into the use case
 * @param sentences for each field the sentence on what it accepts; a nested field by both names, `store.name`
 * @returns one error for each wrong field
 */
export function checkForm(
  schema: TSchema,
  value: object,
  sentences: Readonly<Record<string, string>>,
): FieldError[] {
  const wrong = new Set(
    Errors(schema, value).map(({ instancePath }) => {
      const [, outer = "", ...inner] = instancePath.split("/");
      const path = [outer, ...inner].join(".");
      return Object.hasOwn(sentences, path) ? path : outer;
    }),
  );
  return [...wrong].map((path) => {
    const isBlank = (Reflect.get(value, path) ?? "") === "";
    const sentence = sentences[path] ?? "Check this form.";
    return namedFieldError(
      isBlank
        ? fieldError(path, "required", {}, sentence)
        : fieldError(path, "invalid_format", { format: "pattern" }, sentence),
    );
  });
}

/** Return the fields that a use case rejected, to be shown in its form. Any other error is rethrown. */
export function rejectedFields(error: unknown): FieldError[] {
  if (error instanceof ApiError && error.code === "invalid") return error.fields;
  throw error;
}
