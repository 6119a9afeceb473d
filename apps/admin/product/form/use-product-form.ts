import {
  buildBody,
  checkFields,
  type FieldSpec,
  type FieldValue,
  type FieldValues,
  type FormError,
  listChangedFields,
  mapErrorsToFields,
} from "@souk/ui";
import { useEffect, useMemo, useRef, useState } from "react";
import { type ProductRecord, toDraft } from "./product-draft.ts";

interface Problems {
  fieldErrors: readonly FormError[];
  /** An error that does not belong to a field; null if there is none. */
  otherError: unknown;
  /** The number of failed attempts to save. Each one moves the focus to the error summary. */
  attempts: number;
}

const noProblems: Problems = { fieldErrors: [], otherError: null, attempts: 0 };

/** The state of a product form, with the functions that change it. */
export interface ProductForm {
  specs: readonly FieldSpec[];
  values: FieldValues;
  problems: Problems;
  /** The names of the fields with unsaved changes. */
  changedNames: readonly string[];
  change: (name: string, value: FieldValue) => void;
  /** Validate the values and show their errors; return whether all are valid. */
  check: () => boolean;
  /** Build the request body from the changed fields; for a new product, from all filled fields. */
  buildRequestBody: () => Record<string, unknown>;
  showErrors: (error: unknown) => void;
  /** Mark the current values of these fields as saved. */
  markSaved: (names: readonly string[]) => void;
  discard: () => void;
}

/** The product with which a form starts. */
interface InitialProduct {
  record: ProductRecord;
  /** Whether the product is not created yet, so that all filled fields are sent. */
  isNew: boolean;
}

/**
 * Return the state of a product form. When the product changes, fields without unsaved changes show the product's new values.
 */
export function useProductForm(specs: readonly FieldSpec[], { record, isNew }: InitialProduct): ProductForm {
  const [savedValues, setSavedValues] = useState(() => toDraft(specs, record));
  const [values, setValues] = useState(savedValues);
  const [problems, setProblems] = useState(noProblems);
  const previousRecord = useRef(record);
  const changedNames = useMemo(() => listChangedFields(savedValues, values), [savedValues, values]);
  useEffect(() => {
    if (previousRecord.current === record) return;
    previousRecord.current = record;
    const newDraft = toDraft(specs, record);
    // Unsaved changes are kept until they are saved or discarded.
    setValues((currentValues) => ({
      ...newDraft,
      ...Object.fromEntries(changedNames.map((name) => [name, currentValues[name] ?? ""])),
    }));
    setSavedValues(newDraft);
  });
  // Memoized, so that typing elsewhere on the page does not rerender all fields.
  return useMemo(() => {
    const addFailure = (fieldErrors: readonly FormError[], otherError: unknown) =>
      setProblems(({ attempts }) => ({ fieldErrors, otherError, attempts: attempts + 1 }));
    return {
      specs,
      values,
      problems,
      changedNames,
      change: (name, value) => {
        setValues((currentValues) => ({ ...currentValues, [name]: value }));
        setProblems((current) => ({ ...current, fieldErrors: removeErrors(current.fieldErrors, name) }));
      },
      check: () => {
        const errors = checkFields(specs, values);
        if (errors.length > 0) addFailure(errors, null);
        else setProblems(noProblems);
        return errors.length === 0;
      },
      buildRequestBody: () => {
        const names = isNew ? Object.keys(values) : changedNames;
        return buildProductBody(specs, { values, record: isNew ? {} : record, names });
      },
      showErrors: (error) => {
        const { fields, formError } = mapErrorsToFields(error, specs, values);
        addFailure(fields, formError);
      },
      markSaved: (names) => {
        const newlySavedValues = Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
        setSavedValues((current) => ({ ...current, ...newlySavedValues }));
        setProblems(noProblems);
      },
      discard: () => {
        setValues(savedValues);
        setProblems(noProblems);
      },
    };
  }, [specs, values, problems, changedNames, record, isNew, savedValues]);
}

/** Return all errors except those of a field and its nested fields. */
function removeErrors(fieldErrors: readonly FormError[], name: string): FormError[] {
  return fieldErrors.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

interface ProductValues {
  values: FieldValues;
  record: ProductRecord;
  /** The names of the fields to send. */
  names: readonly string[];
}

function buildProductBody(
  specs: readonly FieldSpec[],
  { values, record, names }: ProductValues,
): Record<string, unknown> {
  const fields = buildBody(
    specs.filter(({ name }) => names.includes(name)),
    values,
    record,
  );
  const { is_published, published_at, inventory_management } = values;
  const specialFields: Record<string, unknown> = {};
  if (names.includes("is_published")) specialFields["is_published"] = is_published;
  // A time without an offset is in the store's time zone (docs/spec/decided.md#dates).
  if (names.includes("published_at") && is_published === true && published_at !== "")
    specialFields["published_at"] = published_at;
  if (names.includes("inventory_management"))
    specialFields["inventory_management"] = inventory_management === true ? "souk" : null;
  return { ...fields, ...specialFields };
}
