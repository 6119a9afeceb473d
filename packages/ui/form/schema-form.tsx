import type { Operation, OperationBody } from "@souk/contract";
import type { QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";
import { buildFieldSpecs, type FieldWords } from "./field-spec.ts";
import type { PlainSchema } from "./plain-schema.ts";
import { SpecForm } from "./spec-form.tsx";

type WithBody = Operation & { body: object };
type BodyKey<O extends WithBody> = Extract<keyof OperationBody<O>, string>;

export interface SchemaFormProps<O extends WithBody, A> {
  /** The operation whose body the form builds: inputs, limits and required fields come from its schema. */
  operation: O;
  /** The texts of each field; only these are shown, in this order. */
  words: { readonly [K in BodyKey<O>]?: FieldWords };
  /** The record that is changed. */
  initial?: { readonly [K in BodyKey<O>]?: unknown };
  /** Values that are sent without being shown. */
  fixed?: Partial<OperationBody<O>>;
  submit: string;
  /** @param key one for each intent, however often it is sent: the call's `idempotencyKey` */
  onSubmit: (body: OperationBody<O>, key: string) => Promise<A>;
  /** Queries refetched afterwards. */
  refresh?: readonly QueryKey[];
  onDone?: (answer: A) => void;
  /** The toast shown afterwards. */
  done?: string;
  onCancel?: () => void;
  /** The label of the close button; default: Cancel. */
  cancel?: string;
}

/**
 * Show a form built from an operation's own schema, so that a rule is written once. A PUT sends only changed
 * fields; unedited ones follow the record.
 */
export function SchemaForm<const O extends WithBody, A>(props: SchemaFormProps<O, A>) {
  const { operation, words, fixed, onSubmit, ...rest } = props;
  const specs = useMemo(() => buildFieldSpecs(operation.body as PlainSchema, words), [operation, words]);
  return (
    <SpecForm
      {...rest}
      specs={specs}
      isChange={operation.method === "PUT"}
      onSubmit={(some, once) => {
        // The fields were made from this very schema.
        const body = { ...fixed, ...some } as OperationBody<O>;
        return once(body, (key) => onSubmit(body, key));
      }}
    />
  );
}
