import { operations } from "@souk/contract";
import { type FieldSpec, fieldSpecs, type PlainSchema } from "@souk/ui";
import { useMemo } from "react";
import { useKnownTags } from "../products/known-tags.ts";
import { strings } from "./strings.ts";

/** What the form of a customer asks for, custom fields apart. */
export function useCustomerSpecs(): FieldSpec[] {
  const tags = useKnownTags("customer");
  return useMemo(() => {
    const { birthdate, gender, note, tags: tagWords, ...words } = strings.fields;
    const { first_name, last_name, email, phone, country_code, code, accepts_marketing } = words;
    return fieldSpecs(operations.updateCustomer.body as PlainSchema, {
      first_name,
      last_name,
      email,
      phone: { ...phone, kind: "text" },
      country_code,
      code,
      birthdate: { ...birthdate, kind: "date" },
      gender,
      accepts_marketing,
      tags: { ...tagWords, suggestions: tags },
      note: { ...note, kind: "multiline" },
    });
  }, [tags]);
}
