import {
  bodyOfValues,
  changedNames,
  checkFields,
  type FieldSpec,
  type FieldValue,
  type FieldValues,
  type FormError,
  placeErrors,
} from "@souk/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { type ProductRecord, toDraft } from "./product-draft.ts";

interface Problems {
  fields: readonly FormError[];
  /** An error that belongs to no field; null: none. */
  rest: unknown;
  /** The number of failed attempts to save: each moves the focus to the summary. */
  tries: number;
}

const noProblems: Problems = { fields: [], rest: null, tries: 0 };

/** The state of a product's form: values, changes and errors. */
export interface ProductForm {
  specs: readonly FieldSpec[];
  values: FieldValues;
  problems: Problems;
  /** The names of the changed fields. */
  changed: readonly string[];
  change: (name: string, value: FieldValue) => void;
  /** Show the errors and return whether the form can be sent. */
  check: () => boolean;
  /** Return the changed fields as the API accepts them; all filled fields of a new product. */
  body: () => Record<string, unknown>;
  showErrors: (error: unknown) => void;
  /** Mark fields as saved with their current values. */
  settle: (names: readonly string[]) => void;
  discard: () => void;
}

/** The initial state of a form. */
interface Start {
  record: ProductRecord;
  /** Whether to send all filled fields, not only the changed ones. */
  isNew: boolean;
}

/**
 * Keep the state of a product's form. When the product changes and nothing is unsaved, the form shows the
 * new product.
 */
export function useProductForm(specs: readonly FieldSpec[], { record, isNew }: Start): ProductForm {
  const [saved, setSaved] = useState(() => toDraft(specs, record));
  const [values, setValues] = useState(saved);
  const [problems, setProblems] = useState(noProblems);
  const started = useRef(record);
  const changed = useMemo(() => changedNames(saved, values), [saved, values]);
  useEffect(() => {
    if (started.current === record) return;
    started.current = record;
    const fresh = toDraft(specs, record);
    // A changed field stays until it is saved or discarded; the others follow the product.
    setValues((before) => ({
      ...fresh,
      ...Object.fromEntries(changed.map((name) => [name, before[name] ?? ""])),
    }));
    setSaved(fresh);
  });
  // The same object until something of it changes, so that a key pressed elsewhere on the page draws no field again.
  return useMemo(() => {
    const fail = (fields: readonly FormError[], rest: unknown) =>
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
        return buildBody(specs, { values, ...sent });
      },
      showErrors: (error) => {
        const { fields, rest } = placeErrors(error, specs, values);
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

function without(fields: readonly FormError[], name: string): FormError[] {
  return fields.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

interface Written {
  values: FieldValues;
  record: ProductRecord;
  /** The names of the fields to send. */
  names: readonly string[];
}

function buildBody(specs: readonly FieldSpec[], { values, record, names }: Written): Record<string, unknown> {
  const fields = bodyOfValues(
    specs.filter(({ name }) => names.includes(name)),
    values,
    record,
  );
  const { is_published, published_at, inventory_management } = values;
  const own: Record<string, unknown> = {};
  if (names.includes("is_published")) own["is_published"] = is_published;
  // Without an offset it is the store's own time (docs/spec/decided.md#dates).
  if (names.includes("published_at") && is_published === true && published_at !== "")
    own["published_at"] = published_at;
  if (names.includes("inventory_management"))
    own["inventory_management"] = inventory_management === true ? "souk" : null;
  return { ...fields, ...own };
}
