import type { Operation, OperationBody } from "@souk/contract";
import type { QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";
import { buildFieldSpecs, type FieldWords } from "./field-spec.ts";
import type { PlainSchema } from "./plain-schema.ts";
import { SpecForm } from "./spec-form.tsx";

type WithBody = Operation & { body: object };
type BodyKey<O extends WithBody> = Extract<keyof OperationBody<O>, string>;

export interface SchemaFormProps<O extends WithBody, A> {
  /** The operation that the form calls. The inputs, limits and required fields come from its body's schema. */
  operation: O;
  /** The texts of each field. Only fields with texts are shown, in this order. */
  words: { readonly [K in BodyKey<O>]?: FieldWords };
  /** The record that the form changes. */
  initial?: { readonly [K in BodyKey<O>]?: unknown };
  /** Values that are sent without being shown. */
  fixed?: Partial<OperationBody<O>>;
  /** The label of the submit button. */
  submit: string;
  /** Send the request. @param key the `idempotencyKey`, which is the same for all attempts to send this body */
  onSubmit: (body: OperationBody<O>, key: string) => Promise<A>;
  /** The queries that are refetched after the request. */
  refresh?: readonly QueryKey[];
  onDone?: (response: A) => void;
  /** The text of the toast that is shown after the request succeeds. */
  done?: string;
  onCancel?: () => void;
  /** The label of the close button; default: Cancel. */
  cancel?: string;
}

/**
 * Show a form that is built from an operation's schema. A PUT sends only changed fields. When the record is refetched, unedited
 * fields show its new values.
 */
export function SchemaForm<const O extends WithBody, A>(props: SchemaFormProps<O, A>) {
  const { operation, words, fixed, onSubmit, ...formProps } = props;
  const specs = useMemo(() => buildFieldSpecs(operation.body as PlainSchema, words), [operation, words]);
  return (
    <SpecForm
      {...formProps}
      specs={specs}
      isEdit={operation.method === "PUT"}
      onSubmit={(fields, submitOnce) => {
        // The fields come from this operation's schema.
        const body = { ...fixed, ...fields } as OperationBody<O>;
        return submitOnce(body, (key) => onSubmit(body, key));
      }}
    />
  );
}
