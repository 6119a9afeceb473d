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
import { placeErrors } from "./place-errors.ts";
import { useFollowedValues } from "./use-followed-values.ts";

interface Problems {
  fields: readonly FormError[];
  rest: unknown;
  /** The number of failed attempts to save: each moves the focus to the summary. */
  tries: number;
}

const noProblems: Problems = { fields: [], rest: null, tries: 0 };

export interface FormTask<A> {
  specs: readonly FieldSpec[];
  initial: Readonly<Record<string, unknown>>;
  /**
   * Whether the record already exists: then only changed fields are sent, so that no other person's change
   * is overwritten.
   */
  isChange: boolean;
  /** Send the body. @param once sends the request under one key, however often it is sent */
  send: (body: Record<string, unknown>, once: SubmitOnce) => Promise<A>;
  done?: string;
  refresh?: readonly QueryKey[];
  onDone?: (answer: A) => void;
  /** Return the other fields' values, by name, after one is changed. */
  follow?: (name: string, value: FieldValue, before: FieldValues) => FieldValues;
}

function without(fields: readonly FormError[], name: string): FormError[] {
  return fields.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

/** Return the fields to send: of an existing record the changed ones, and those that every body must have. */
function sentSpecs({ specs, isChange }: Pick<FormTask<unknown>, "specs" | "isChange">, changed: string[]) {
  if (!isChange || changed.length === 0) return specs;
  return specs.filter(({ name, required }) => required || changed.includes(name));
}

/** Keep the errors of a form. Each failed attempt to save moves the focus to the summary. */
function useProblems() {
  const [problems, setProblems] = useState(noProblems);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.tries > 0) summary.current?.focus();
  }, [problems.tries]);
  return {
    problems,
    summary,
    fail: (fields: readonly FormError[], rest: unknown) =>
      setProblems(({ tries }) => ({ fields, rest, tries: tries + 1 })),
    forgive: (name: string) => setProblems((before) => ({ ...before, fields: without(before.fields, name) })),
    clear: () => setProblems(noProblems),
  };
}

interface Sent<A> {
  task: FormTask<A>;
  body: Record<string, unknown>;
  values: FieldValues;
}

/** Keep the state of a form: its values, errors, running request and unsaved changes. */
export function useSchemaForm<A>(given: FormTask<A>) {
  const { done, refresh = [], onDone } = given;
  const { now: task, hold, release, failed } = useFrozenInput(given);
  const { specs, initial } = task;
  const { values, changed, isWritten, change, settle } = useFollowedValues(specs, initial);
  const { problems, summary, fail, forgive, clear } = useProblems();
  useKeepUnsavedInput(isWritten);
  const once = useIdempotentSubmit();
  const action = useAction<Sent<A>, A>({
    run: ({ task: { send }, body }) => send(body, once),
    quiet: true,
    refresh,
    ...(done === undefined ? {} : { done }),
    onDone: (answer, sent) => {
      settle(sent.values);
      release();
      clear();
      onDone?.(answer);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action.isRunning) return;
    const wrong = checkFields(specs, values, task.isChange ? initial : {});
    if (wrong.length > 0) return fail(wrong, null);
    const body = buildBody(sentSpecs(task, changed()), values, initial);
    hold();
    action.run({ task, body, values }).catch((error: unknown) => {
      failed(error, body);
      const { fields, rest } = placeErrors(error, specs, values);
      fail(fields, rest);
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
      const followed = Object.entries(task.follow?.(name, value, values) ?? {});
      for (const [each, now] of [[name, value] as const, ...followed]) {
        change(each, now);
        forgive(each);
      }
    },
    isDirty: () => changed().length > 0,
  };
}
