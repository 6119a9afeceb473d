import { type FieldError, fieldError } from "@souk/contract";

/** Trim tags, remove empty and repeated tags, and add to `errors` an error for each tag that contains a comma. */
export function readTags(names: readonly string[], errors: FieldError[]): string[] {
  const tags = names.map((tag) => tag.trim());
  for (const [index, tag] of tags.entries())
    if (tag.includes(","))
      errors.push(
        fieldError(
          `tags.${index}`,
          "invalid_format",
          { format: "pattern" },
          "{field} must not contain a comma.",
        ),
      );
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
