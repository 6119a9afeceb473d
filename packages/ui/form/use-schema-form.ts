import type { FieldError } from "@souk/contract";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAction } from "../action/use-action.ts";
import { checkFields } from "./check-fields.ts";
import type { FieldSpec } from "./field-spec.ts";
import { bodyOfValues, type FieldValue, type FieldValues, valuesOf } from "./field-values.ts";
import { placeRefusals } from "./placed-refusals.ts";

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
  send: (body: Record<string, unknown>) => Promise<A>;
  done?: string;
  onDone?: (answer: A) => void;
}

function without(fields: readonly FieldError[], name: string): FieldError[] {
  return fields.filter(({ path }) => path !== name && !path.startsWith(`${name}.`));
}

/** The life of a form: what is typed, what is wrong, what is under way, and whether something would be lost. */
export function useSchemaForm<A>({ specs, initial, send, done, onDone }: FormTask<A>) {
  const [values, setValues] = useState<FieldValues>(() => valuesOf(specs, initial));
  const [problems, setProblems] = useState(noProblems);
  const saved = useRef(values);
  const current = useRef(values);
  const summary = useRef<HTMLDivElement>(null);
  const fail = (fields: readonly FieldError[], rest: unknown) =>
    setProblems(({ tries }) => ({ fields, rest, tries: tries + 1 }));
  useEffect(() => {
    if (problems.tries > 0) summary.current?.focus();
  }, [problems.tries]);
  const action = useAction<Record<string, unknown>, A>({
    run: send,
    quiet: true,
    ...(done === undefined ? {} : { done }),
    onDone: (answer) => {
      saved.current = current.current;
      setProblems(noProblems);
      onDone?.(answer);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action.isRunning) return;
    const wrong = checkFields(specs, values);
    if (wrong.length > 0) return fail(wrong, null);
    action.run(bodyOfValues(specs, values, initial)).catch((error: unknown) => {
      const { fields, rest } = placeRefusals(error, specs, values);
      fail(fields, rest);
    });
  };
  const change = (name: string, value: FieldValue) => {
    current.current = { ...current.current, [name]: value };
    setValues(current.current);
    setProblems((before) => ({ ...before, fields: without(before.fields, name) }));
  };
  const isDirty = () => JSON.stringify(saved.current) !== JSON.stringify(current.current);
  return { values, problems, summary, isRunning: action.isRunning, submit, change, isDirty };
}
