import { texts } from "../texts.ts";
import type { FieldSpec } from "./field-spec.ts";
import { type FieldValue, type FieldValues, hasValue, listFilledEntries, trimValue } from "./field-values.ts";
import type { FormError } from "./form-error.ts";
import { allowsEmptyText, type PlainSchema } from "./plain-schema.ts";

const { wrong } = texts;

/**
 * Check the fields of a form before it is sent, and return the errors. The platform checks the request again.
 * @param record the record that the form changes, if any
 */
export function checkFields(
  specs: readonly FieldSpec[],
  values: FieldValues,
  record: Readonly<Record<string, unknown>> = {},
): FormError[] {
  return specs.flatMap((spec) => checkField(spec, values[spec.name] ?? "", hasValue(record[spec.name])));
}

/** Return whether a field can be cleared. For some fields, no request body can express an empty value. */
function canBeCleared({ isNullable, schema }: FieldSpec): boolean {
  return isNullable || (schema.type === "string" && allowsEmptyText(schema));
}

function checkField(spec: FieldSpec, value: FieldValue, hadValue: boolean): FormError[] {
  if (typeof value === "boolean") return [];
  if (typeof value !== "string") return checkEntries(spec, value);
  const text = trimValue(spec, value);
  if (text === "") {
    const isRequired = spec.required || (hadValue && !canBeCleared(spec));
    return isRequired ? [{ path: spec.name, message: wrong.required({ label: spec.label }) }] : [];
  }
  const message = checkText(spec, text);
  return message === undefined ? [] : [{ path: spec.name, message }];
}

function checkText(spec: FieldSpec, text: string): string | undefined {
  const { kind, label, schema, choices } = spec;
  if (kind === "whole" || kind === "number") return checkNumber(spec, text);
  if (kind === "money") return /^\d{1,15}(\.\d{1,20})?$/.test(text) ? undefined : wrong.money({ label });
  if (kind === "choice" && !choices.includes(text)) return wrong.choice({ label });
  return checkFormat(spec, schema, text);
}

function checkNumber({ kind, label, schema }: FieldSpec, text: string): string | undefined {
  const value = Number(text);
  // A very small or large number is shown like 1e-7.
  const pattern = kind === "whole" ? /^[+-]?\d+(\.\d+)?$/ : /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/;
  if (!pattern.test(text) || !Number.isFinite(value))
    return kind === "whole" ? wrong.whole({ label }) : wrong.number({ label });
  if (kind === "whole" && !Number.isSafeInteger(value)) return wrong.whole({ label });
  if (schema.minimum !== undefined && value < schema.minimum)
    return wrong.tooSmall({ label, min: schema.minimum });
  if (schema.maximum !== undefined && value > schema.maximum)
    return wrong.tooLarge({ label, max: schema.maximum });
  return schema.not?.const === value ? wrong.not({ label, value: text }) : undefined;
}

/** Check a text's length and pattern. Lengths are counted in characters, as the platform's validator does. */
function checkFormat({ kind, label }: FieldSpec, schema: PlainSchema, text: string): string | undefined {
  const length = [...text].length;
  if (schema.minLength !== undefined && length < schema.minLength)
    return wrong.tooShort({ label, min: schema.minLength });
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return wrong.tooLong({ label, max: schema.maxLength, length });
  if ((kind === "url" || kind === "list") && !isWebUrl(text)) return wrong.url({ label });
  if (kind === "email" && !/^[^\s@]+@[^\s@]+$/.test(text)) return wrong.email({ label });
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(text))
    return wrong.pattern({ label });
  return undefined;
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol);
}

function checkEntries(spec: FieldSpec, value: readonly string[]): FormError[] {
  const { name, label, schema, required } = spec;
  const count = listFilledEntries(value).length;
  const minItems = schema.minItems ?? 0;
  if (count < minItems && (required || count > 0))
    return [{ path: name, message: wrong.tooFew({ label, min: minItems }) }];
  if (schema.maxItems !== undefined && count > schema.maxItems)
    return [{ path: name, message: wrong.tooMany({ label, max: schema.maxItems }) }];
  return value.flatMap((entry, index) => {
    const text = entry.trim();
    const message = text === "" ? undefined : checkFormat(spec, schema.items ?? {}, text);
    return message === undefined ? [] : [{ path: `${name}.${index}`, message }];
  });
}
