import { Button } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { useId } from "react";
import type { Once } from "../action/use-wishes.ts";
import { ProgressLine } from "../states/progress-line.tsx";
import { strings } from "../strings.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { FieldInput } from "./field-input.tsx";
import type { FieldSpec } from "./field-spec.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import styles from "./schema-form.module.css";
import { type FormTask, useSchemaForm } from "./use-schema-form.ts";

interface SpecFormProps<A> {
  specs: readonly FieldSpec[];
  /** The values that it starts from, by the names of the fields. */
  initial?: Readonly<Record<string, unknown>>;
  /** The record is there already: only what was changed is sent. */
  isChange: boolean;
  submit: string;
  /** @param once sends what was made of the body, under one key however often it is sent */
  onSubmit: (body: Record<string, unknown>, once: Once) => Promise<A>;
  refresh?: readonly QueryKey[];
  onDone?: (answer: A) => void;
  done?: string;
  onCancel?: () => void;
  /** What the button says that closes it; usual: Cancel. */
  cancel?: string;
  /** What other fields become when one is changed. */
  follow?: FormTask<A>["follow"];
}

/** A form of fields that are known when it is drawn; those of an operation alone: SchemaForm. */
export function SpecForm<A>(props: SpecFormProps<A>) {
  const { specs, initial = {}, isChange, submit, onSubmit, onCancel, cancel = strings.cancel } = props;
  const { refresh, onDone, done, follow } = props;
  const id = useId();
  const form = useSchemaForm<A>({
    specs,
    initial,
    isChange,
    send: onSubmit,
    ...(refresh === undefined ? {} : { refresh }),
    ...(done === undefined ? {} : { done }),
    ...(onDone === undefined ? {} : { onDone }),
    ...(follow === undefined ? {} : { follow }),
  });
  const { specs: shown, values, problems } = form;
  const errors = new Map(problems.fields.map(({ path, message }) => [path, message]));
  const idOf = (path: string) => `${id}-${path.replace(/\.0$/, "").replace(".", "-")}`;
  const lines = problems.fields.map(({ path, message }) => ({ message, id: path === "" ? "" : idOf(path) }));
  return (
    <form className={styles["form"]} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <ErrorSummary lines={lines} rest={problems.rest} ref={form.summary} />
      {shown.map((spec) => (
        <FieldInput
          key={spec.name}
          spec={spec}
          id={idOf(spec.name)}
          value={values[spec.name] ?? ""}
          errors={errors}
          onChange={(value) => form.change(spec.name, value)}
        />
      ))}
      {form.isRunning && <ProgressLine label={strings.form.saving} />}
      <div className={styles["actions"]}>
        <Button type="submit" loading={form.isRunning}>
          {submit}
        </Button>
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel} disabled={form.isRunning}>
            {cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
