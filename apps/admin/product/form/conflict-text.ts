import { texts } from "../../texts.ts";

const maxListedFields = 3;

/**
 * Build the message that someone else has changed the same fields. It names up to three fields and counts the other fields.
 * @param changedFields the fields' labels, as `listConflicts` returns them
 */
export function buildConflictText(changedFields: readonly string[]): string {
  const { conflict, moreFields } = texts.productForm;
  const listedFields = changedFields.slice(0, maxListedFields);
  const unlistedCount = changedFields.length - listedFields.length;
  const parts = unlistedCount > 0 ? [...listedFields, moreFields({ count: unlistedCount })] : listedFields;
  // Joined with semicolons, because a field's label may contain a comma: "Price, M".
  return conflict({ fields: parts.join("; ") });
}
