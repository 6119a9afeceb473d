import { texts } from "../../texts.ts";

const maxListed = 3;

/**
 * Build the message that someone else has changed the same fields. It names up to three of them and counts the others.
 * @param conflicts the fields, as `listConflicts` lists them
 */
export function buildConflictText(conflicts: readonly string[]): string {
  const { conflict, moreFields } = texts.productForm;
  const listedConflicts = conflicts.slice(0, maxListed);
  const count = conflicts.length - listedConflicts.length;
  const fields = count > 0 ? [...listedConflicts, moreFields({ count })] : listedConflicts;
  // Joined with semicolons, because a field's label may contain a comma: "Price, M".
  return conflict({ fields: fields.join("; ") });
}
