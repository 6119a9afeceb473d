import { operations } from "@souk/contract";
import { type FieldSpec, fieldSpecs, type PlainSchema } from "@souk/ui";
import { useMemo } from "react";
import { useKnownTags } from "../products/known-tags.ts";
import { customerWords } from "./customer-words.ts";

/** Return the fields of a customer's form, except custom fields. */
export function useCustomerSpecs(): FieldSpec[] {
  const tags = useKnownTags("customer");
  return useMemo(() => {
    const words = { ...customerWords, tags: { ...customerWords.tags, suggestions: tags } };
    return fieldSpecs(operations.updateCustomer.body as PlainSchema, words);
  }, [tags]);
}
