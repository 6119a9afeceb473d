import { Button } from "@mantine/core";
import type { BodyOf, Operation } from "@souk/contract";
import type { QueryKey } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import { ProgressLine } from "../states/progress-line.tsx";
import { strings } from "../strings.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { FieldInput } from "./field-input.tsx";
import { type FieldWords, fieldSpecs } from "./field-spec.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import type { PlainSchema } from "./plain-schema.ts";
import styles from "./schema-form.module.css";
import { useSchemaForm } from "./use-schema-form.ts";

type WithBody = Operation & { body: object };
type BodyKey<O extends WithBody> = Extract<keyof BodyOf<O>, string>;

export interface SchemaFormProps<O extends WithBody, A> {
  /** Whose body the form makes: inputs, limits and what is required come from its schema. */
  operation: O;
  /** What each field is called; only these are shown, in this order. */
  words: { readonly [K in BodyKey<O>]?: FieldWords };
  /** The record that is changed. */
  initial?: { readonly [K in BodyKey<O>]?: unknown };
  /** Goes along without being shown. */
  fixed?: Partial<BodyOf<O>>;
  submit: string;
  /** @param key one for each wish, however often it is sent: the call's `idempotencyKey` */
  onSubmit: (body: BodyOf<O>, key: string) => Promise<A>;
  /** What is asked anew afterwards. */
  refresh?: readonly QueryKey[];
  onDone?: (answer: A) => void;
  /** What the toast says afterwards. */
  done?: string;
  onCancel?: () => void;
}

/**
 * A form made from an operation's own schema, so that a rule is written once. Of a PUT only what was changed is sent; what
 * nobody has changed follows the record.
 */
export function SchemaForm<const O extends WithBody, A>(props: SchemaFormProps<O, A>) {
  const { operation, words, initial = {}, fixed, submit, onSubmit, onCancel } = props;
  const { refresh, onDone, done } = props;
  const id = useId();
  const specs = useMemo(() => fieldSpecs(operation.body as PlainSchema, words), [operation, words]);
  const form = useSchemaForm<A>({
    specs,
    initial,
    isChange: operation.method === "PUT",
    // The fields were made from this very schema.
    send: (body, key) => onSubmit({ ...fixed, ...body } as BodyOf<O>, key),
    ...(refresh === undefined ? {} : { refresh }),
    ...(done === undefined ? {} : { done }),
    ...(onDone === undefined ? {} : { onDone }),
  });
  const { values, problems } = form;
  const errors = new Map(problems.fields.map(({ path, message }) => [path, message]));
  const idOf = (path: string) => `${id}-${path.replace(/\.0$/, "").replace(".", "-")}`;
  const lines = problems.fields.map(({ path, message }) => ({ message, id: path === "" ? "" : idOf(path) }));
  return (
    <form className={styles["form"]} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <ErrorSummary lines={lines} rest={problems.rest} ref={form.summary} />
      {specs.map((spec) => (
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
            {strings.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
