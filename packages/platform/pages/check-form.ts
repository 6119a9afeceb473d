import { type FieldError, Refusal } from "@souk/contract";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";

/**
 * Checks the fields of a posted form against the schema that the same operation has over the API, so that a rule is
 * written once; the page says it in words for people.
 *
 * @param value the fields as they will go into the use case
 * @param sentences for each field what it takes; one within another by both their names, `store.name`
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
  return [...wrong].map((path) => ({ path, message: sentences[path] ?? "Check this form." }));
}

/** The fields that a use case refused, to be shown in its form. Any other error goes on. */
export function refusedFields(error: unknown): FieldError[] {
  if (error instanceof Refusal && error.code === "invalid") return error.details.fields ?? [];
  throw error;
}
