import type { BodyOf, Operation } from "@souk/contract";
import type { QueryKey } from "@tanstack/react-query";
import { useMemo } from "react";
import { type FieldWords, fieldSpecs } from "./field-spec.ts";
import type { PlainSchema } from "./plain-schema.ts";
import { SpecForm } from "./spec-form.tsx";

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
  /** What the button says that closes it; usual: Cancel. */
  cancel?: string;
}

/**
 * A form made from an operation's own schema, so that a rule is written once. Of a PUT only what was changed is sent; what
 * nobody has changed follows the record.
 */
export function SchemaForm<const O extends WithBody, A>(props: SchemaFormProps<O, A>) {
  const { operation, words, fixed, onSubmit, ...rest } = props;
  const specs = useMemo(() => fieldSpecs(operation.body as PlainSchema, words), [operation, words]);
  return (
    <SpecForm
      {...rest}
      specs={specs}
      isChange={operation.method === "PUT"}
      onSubmit={(some, once) => {
        // The fields were made from this very schema.
        const body = { ...fixed, ...some } as BodyOf<O>;
        return once(body, (key) => onSubmit(body, key));
      }}
    />
  );
}
