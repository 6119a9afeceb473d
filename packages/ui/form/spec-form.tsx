import { Button } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { useId } from "react";
import type { SubmitOnce } from "../action/use-idempotent-submit.ts";
import { ProgressLine } from "../states/progress-line.tsx";
import { texts } from "../texts.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { FieldInput } from "./field-input.tsx";
import type { FieldSpec } from "./field-spec.ts";
import type { FieldValues } from "./field-values.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import styles from "./schema-form.module.css";
import { type FormOptions, useSchemaForm } from "./use-schema-form.ts";

interface SpecFormProps<A> {
  specs: readonly FieldSpec[];
  /** The initial values, by the names of the fields. */
  initial?: Readonly<Record<string, unknown>>;
  /** Whether the record already exists, so that only changed fields are sent. */
  isEdit: boolean;
  /** The submit button's label, or a function that returns it for the current values. */
  submit: string | ((values: FieldValues) => string);
  /** Send the body. @param submitOnce sends a request with an idempotency key */
  onSubmit: (body: Record<string, unknown>, submitOnce: SubmitOnce) => Promise<A>;
  refresh?: readonly QueryKey[];
  onDone?: (response: A) => void;
  done?: string;
  onCancel?: () => void;
  /** The label of the close button; default: Cancel. */
  cancel?: string;
  /** Return new values of other fields after the person has changed one field. */
  deriveFields?: FormOptions<A>["deriveFields"];
}

/** Show a form of fields that are computed at render time. For the fields of one operation, use SchemaForm. */
export function SpecForm<A>(props: SpecFormProps<A>) {
  const { specs, initial = {}, isEdit, submit, onSubmit, onCancel, cancel = texts.cancel } = props;
  const { refresh, onDone, done, deriveFields } = props;
  const id = useId();
  const form = useSchemaForm<A>({
    specs,
    initial,
    isEdit,
    send: onSubmit,
    ...(refresh === undefined ? {} : { refresh }),
    ...(done === undefined ? {} : { done }),
    ...(onDone === undefined ? {} : { onDone }),
    ...(deriveFields === undefined ? {} : { deriveFields }),
  });
  const { values, problems } = form;
  const errors = new Map(problems.fields.map(({ path, message }) => [path, message]));
  const toInputId = (path: string) => `${id}-${path.replace(/\.0$/, "").replace(".", "-")}`;
  const lines = problems.fields.map(({ path, message }) => ({
    message,
    id: path === "" ? "" : toInputId(path),
  }));
  return (
    <form className={styles["form"]} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <ErrorSummary lines={lines} formError={problems.formError} ref={form.summary} />
      {form.specs.map((spec) => (
        <FieldInput
          key={spec.name}
          spec={spec}
          id={toInputId(spec.name)}
          value={values[spec.name] ?? ""}
          errors={errors}
          onChange={(value) => form.change(spec.name, value)}
        />
      ))}
      {form.isRunning && <ProgressLine label={texts.form.saving} />}
      <div className={styles["actions"]}>
        <Button type="submit" loading={form.isRunning}>
          {typeof submit === "string" ? submit : submit(values)}
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
