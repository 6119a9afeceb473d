import { operations } from "@souk/contract";
import { buildFieldSpecs, type FieldSpec, type PlainSchema } from "@souk/ui";
import { useMemo } from "react";
import { useTagsInUse } from "../products/use-tags-in-use.ts";
import { customerFieldWords } from "./customer-field-words.ts";

/** Return the field specs of a customer form, without the store's custom fields. */
export function useCustomerFieldSpecs(): FieldSpec[] {
  const tags = useTagsInUse("customer");
  return useMemo(() => {
    const words = { ...customerFieldWords, tags: { ...customerFieldWords.tags, suggestions: tags } };
    return buildFieldSpecs(operations.updateCustomer.body as PlainSchema, words);
  }, [tags]);
}
