import type { FieldError } from "@souk/contract";
import type { QueryKey } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useKeepsWritten } from "../action/dialog-hold.ts";
import { useAction } from "../action/use-action.ts";
import { useHeld } from "../action/use-held.ts";
import { type Once, useWishes } from "../action/use-wishes.ts";
import { checkFields } from "./check-fields.ts";
import type { FieldSpec } from "./field-spec.ts";
import { bodyOfValues, type FieldValue, type FieldValues } from "./field-values.ts";
import { placeRefusals } from "./placed-refusals.ts";
import { useFollowedValues } from "./use-followed-values.ts";

interface Problems {
  fields: readonly FieldError[];
  rest: unknown;
  /** Counts the vain tries: each leads the focus to the summary. */
  tries: number;
}

const noProblems: Problems = { fields: [], rest: null, tries: 0 };

export interface FormTask<A> {
  specs: readonly FieldSpec[];
  initial: Readonly<Record<string, unknown>>;
  /** The record is there already: only what was changed is sent, so that nobody else's change is written over. */
  isChange: boolean;
  /** @param once sends what was made of the body, under one key however often it is sent */
  send: (body: Record<string, unknown>, once: Once) => Promise<A>;
  done?: string;
  refresh?: readonly QueryKey[];
  onDone?: (answer: A) => void;
  /** What other fields become when one is changed, by their names. */
  follow?: (name: string, value: FieldValue, before: FieldValues) => FieldValues;
}

function without(fields: readonly FieldError[], name: string): FieldError[] {
  return fields.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

/** Those of the fields that are sent: of a record that is there the changed ones, and what every body must have. */
function sentSpecs({ specs, isChange }: Pick<FormTask<unknown>, "specs" | "isChange">, changed: string[]) {
  if (!isChange || changed.length === 0) return specs;
  return specs.filter(({ name, required }) => required || changed.includes(name));
}

/** What is wrong with a form. Each vain try leads the focus to the summary. */
function useProblems() {
  const [problems, setProblems] = useState(noProblems);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.tries > 0) summary.current?.focus();
  }, [problems.tries]);
  return {
    problems,
    summary,
    fail: (fields: readonly FieldError[], rest: unknown) =>
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

/** The life of a form: what is typed, what is wrong, what is under way, and whether something would be lost. */
export function useSchemaForm<A>(given: FormTask<A>) {
  const { done, refresh = [], onDone } = given;
  const { now: task, hold, release, failed } = useHeld(given);
  const { specs, initial } = task;
  const { values, changed, isWritten, change, settle } = useFollowedValues(specs, initial);
  const { problems, summary, fail, forgive, clear } = useProblems();
  useKeepsWritten(isWritten);
  const once = useWishes();
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
    const body = bodyOfValues(sentSpecs(task, changed()), values, initial);
    hold();
    action.run({ task, body, values }).catch((error: unknown) => {
      failed(error, body);
      const { fields, rest } = placeRefusals(error, specs, values);
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
