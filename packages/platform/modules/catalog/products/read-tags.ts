import { type FieldError, fieldError } from "@souk/contract";

/** Normalize tags: trimmed, none empty, each once, in the order sent. */
export function readTags(sent: readonly string[], errors: FieldError[]): string[] {
  const tags = sent.map((tag) => tag.trim());
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
