import type { FieldError } from "@souk/contract";

/** Tags as they are kept: trimmed, none empty, each once, in the order sent. */
export function readTags(sent: readonly string[], faults: FieldError[]): string[] {
  const tags = sent.map((tag) => tag.trim());
  for (const [index, tag] of tags.entries())
    if (tag.includes(",")) faults.push({ path: `tags.${index}`, message: "must not contain a comma" });
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
