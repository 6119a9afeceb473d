import type { FieldError } from "@souk/contract";
import {
  bodyOfValues,
  changedNames,
  checkFields,
  type FieldSpec,
  type FieldValue,
  type FieldValues,
  placeRefusals,
} from "@souk/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { draftOf, type ProductRecord } from "./product-draft.ts";

interface Problems {
  fields: readonly FieldError[];
  /** An error that is over no field; null: nothing. */
  rest: unknown;
  /** Counts the vain tries: each leads the focus to the summary. */
  tries: number;
}

const noProblems: Problems = { fields: [], rest: null, tries: 0 };

/** What stands in the form of a product, what was changed, and what is wrong with it. */
export interface ProductForm {
  specs: readonly FieldSpec[];
  values: FieldValues;
  problems: Problems;
  /** The names of the fields that were changed. */
  changed: readonly string[];
  change: (name: string, value: FieldValue) => void;
  /** Says what is wrong; answers whether it can be sent. */
  check: () => boolean;
  /** The changed fields as the API takes them; of a new product all that were written. */
  body: () => Record<string, unknown>;
  refuse: (error: unknown) => void;
  /** Some fields are saved as they stand here. */
  settle: (names: readonly string[]) => void;
  discard: () => void;
}

/** What a form begins with. */
interface Start {
  record: ProductRecord;
  /** All that was written is sent, not only what differs from how the form began. */
  isNew: boolean;
}

/**
 * Keeps the form of a product. When the product changes while nothing is unsaved, the form shows what it is now.
 */
export function useProductForm(specs: readonly FieldSpec[], { record, isNew }: Start): ProductForm {
  const [saved, setSaved] = useState(() => draftOf(specs, record));
  const [values, setValues] = useState(saved);
  const [problems, setProblems] = useState(noProblems);
  const started = useRef(record);
  const changed = useMemo(() => changedNames(saved, values), [saved, values]);
  useEffect(() => {
    if (started.current === record) return;
    started.current = record;
    const fresh = draftOf(specs, record);
    // What somebody has changed stays until it is saved or taken back; the rest follows the product.
    setValues((before) => ({
      ...fresh,
      ...Object.fromEntries(changed.map((name) => [name, before[name] ?? ""])),
    }));
    setSaved(fresh);
  });
  // The same object until something of it changes, so that a key pressed elsewhere on the page draws no field again.
  return useMemo(() => {
    const fail = (fields: readonly FieldError[], rest: unknown) =>
      setProblems(({ tries }) => ({ fields, rest, tries: tries + 1 }));
    return {
      specs,
      values,
      problems,
      changed,
      change: (name, value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setProblems((before) => ({ ...before, fields: without(before.fields, name) }));
      },
      check: () => {
        const wrong = checkFields(specs, values);
        if (wrong.length > 0) fail(wrong, null);
        else setProblems(noProblems);
        return wrong.length === 0;
      },
      body: () => {
        const sent = isNew ? { record: {}, names: Object.keys(values) } : { record, names: changed };
        return bodyOf(specs, { values, ...sent });
      },
      refuse: (error) => {
        const { fields, rest } = placeRefusals(error, specs, values);
        fail(fields, rest);
      },
      settle: (names) => {
        const settled = Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
        setSaved((before) => ({ ...before, ...settled }));
        setProblems(noProblems);
      },
      discard: () => {
        setValues(saved);
        setProblems(noProblems);
      },
    };
  }, [specs, values, problems, changed, record, isNew, saved]);
}

function without(fields: readonly FieldError[], name: string): FieldError[] {
  return fields.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

interface Written {
  values: FieldValues;
  record: ProductRecord;
  /** Of the fields that are sent. */
  names: readonly string[];
}

function bodyOf(specs: readonly FieldSpec[], { values, record, names }: Written): Record<string, unknown> {
  const fields = bodyOfValues(
    specs.filter(({ name }) => names.includes(name)),
    values,
    record,
  );
  const { is_published, published_at, inventory_management } = values;
  const own: Record<string, unknown> = {};
  if (names.includes("is_published")) own["is_published"] = is_published;
  // Without an offset it is the shop's own time (gaps.md, "General").
  if (names.includes("published_at") && is_published === true && published_at !== "")
    own["published_at"] = published_at;
  if (names.includes("inventory_management"))
    own["inventory_management"] = inventory_management === true ? "souk" : null;
  return { ...fields, ...own };
}
