import type { QueryKey } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useKeepUnsavedInput } from "../action/dialog-hold.ts";
import { useAction } from "../action/use-action.ts";
import { useFrozenInput } from "../action/use-frozen-input.ts";
import { type SubmitOnce, useIdempotentSubmit } from "../action/use-idempotent-submit.ts";
import { checkFields } from "./check-fields.ts";
import type { FieldSpec } from "./field-spec.ts";
import { buildBody, type FieldValue, type FieldValues } from "./field-values.ts";
import type { FormError } from "./form-error.ts";
import { mapErrorsToFields } from "./map-errors.ts";
import { useFollowedValues } from "./use-followed-values.ts";

interface Problems {
  fields: readonly FormError[];
  formError: unknown;
  /** The number of failed attempts to save. Each moves the focus to the error summary. */
  failedAttempts: number;
}

const noProblems: Problems = { fields: [], formError: null, failedAttempts: 0 };

export interface FormOptions<A> {
  specs: readonly FieldSpec[];
  initial: Readonly<Record<string, unknown>>;
  /**
   * Whether the record already exists. If so, only changed fields are sent, so that changes by other people are not
   * overwritten.
   */
  isEdit: boolean;
  /** Send the body. @param submitOnce sends a request with an idempotency key */
  send: (body: Record<string, unknown>, submitOnce: SubmitOnce) => Promise<A>;
  done?: string;
  refresh?: readonly QueryKey[];
  onDone?: (response: A) => void;
  /** Return new values of other fields, by name, after the person has changed one field. */
  deriveFields?: (name: string, value: FieldValue, oldValues: FieldValues) => FieldValues;
}

function omitErrorsOfField(errors: readonly FormError[], name: string): FormError[] {
  return errors.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

/** Return the specs of the fields to send. For a changed record these are the changed and the required fields, otherwise all. */
function selectSpecsToSend(
  { specs, isEdit }: Pick<FormOptions<unknown>, "specs" | "isEdit">,
  changedNames: string[],
) {
  if (!isEdit || changedNames.length === 0) return specs;
  return specs.filter(({ name, required }) => required || changedNames.includes(name));
}

/** Store the errors of a form. Each failed attempt to save moves the focus to the error summary. */
function useProblems() {
  const [problems, setProblems] = useState(noProblems);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.failedAttempts > 0) summary.current?.focus();
  }, [problems.failedAttempts]);
  return {
    problems,
    summary,
    showErrors: (fields: readonly FormError[], formError: unknown) =>
      setProblems(({ failedAttempts }) => ({ fields, formError, failedAttempts: failedAttempts + 1 })),
    clearField: (name: string) =>
      setProblems((oldProblems) => ({ ...oldProblems, fields: omitErrorsOfField(oldProblems.fields, name) })),
    clear: () => setProblems(noProblems),
  };
}

/** A form as it was when its button was pressed. */
interface SentForm<A> {
  currentOptions: FormOptions<A>;
  body: Record<string, unknown>;
  values: FieldValues;
}

/** Store the state of a form: its values, errors, running request and unsaved changes. */
export function useSchemaForm<A>(options: FormOptions<A>) {
  const { done, refresh = [], onDone } = options;
  const frozenOptions = useFrozenInput(options);
  const currentOptions = frozenOptions.current;
  const { specs, initial } = currentOptions;
  const { values, listChangedNames, wasDirtyAtRender, change, markSaved } = useFollowedValues(specs, initial);
  const { problems, summary, showErrors, clearField, clear } = useProblems();
  useKeepUnsavedInput(wasDirtyAtRender);
  const submitOnce = useIdempotentSubmit();
  const action = useAction<SentForm<A>, A>({
    run: (sentForm) => sentForm.currentOptions.send(sentForm.body, submitOnce),
    quiet: true,
    refresh,
    ...(done === undefined ? {} : { done }),
    onDone: (response, sentForm) => {
      markSaved(sentForm.values);
      frozenOptions.release();
      clear();
      onDone?.(response);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action.isRunning) return;
    const invalidFields = checkFields(specs, values, currentOptions.isEdit ? initial : {});
    if (invalidFields.length > 0) return showErrors(invalidFields, null);
    const body = buildBody(selectSpecsToSend(currentOptions, listChangedNames()), values, initial);
    frozenOptions.freeze();
    action.run({ currentOptions, body, values }).catch((error: unknown) => {
      frozenOptions.handleFailure(error, body);
      const { fields, formError } = mapErrorsToFields(error, specs, values);
      showErrors(fields, formError);
    });
  };
  return {
    specs,
    values,
    problems,
    summary,
    isRunning: action.isRunning,
    submit,
    change: (name: string, value: FieldValue) => {
      const derivedFields = Object.entries(currentOptions.deriveFields?.(name, value, values) ?? {});
      for (const [field, newValue] of [[name, value] as const, ...derivedFields]) {
        change(field, newValue);
        clearField(field);
      }
    },
    /** Return whether any value is unsaved now. */
    isDirty: () => listChangedNames().length > 0,
  };
}
