import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { ApiError } from "@souk/client";
import { Dialog, describeFieldError, ErrorNote, useAction } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../texts.ts";
import type { MetafieldOwner } from "./metafield-owner.ts";
import { formatName, type Metafield, readValue, textOfValue, valueTypes } from "./metafield-value.ts";

interface MetafieldDialogProps {
  owner: MetafieldOwner;
  /** The metafield to change; null: a new one. */
  metafield: Metafield | null;
  onDone: () => unknown;
  onClose: () => void;
}

/** Show the dialog that adds or changes a metafield. */
export function MetafieldDialog(props: MetafieldDialogProps) {
  const { metafield, onClose } = props;
  const title =
    metafield === null
      ? texts.metafields.dialog.add
      : texts.metafields.dialog.edit({ name: formatName(metafield) });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <MetafieldForm {...props} />
    </Dialog>
  );
}

function createDraft(metafield: Metafield | null) {
  const {
    namespace = "custom",
    key = "",
    value = "",
    value_type = "String",
    description = "",
  } = metafield ?? {};
  return { namespace, key, value: textOfValue(value), value_type, description };
}

type Draft = ReturnType<typeof createDraft>;

function findErrors({ namespace, key, value, value_type }: Draft): Map<string, string> {
  const read = readValue(value, value_type);
  const errors = new Map<string, string>();
  if (namespace.trim() === "") errors.set("namespace", texts.metafields.wrong.required);
  if (key.trim() === "") errors.set("key", texts.metafields.wrong.required);
  if ("error" in read) errors.set("value", read.error);
  return errors;
}

function useSaveMetafield({ owner, metafield, onDone, onClose }: MetafieldDialogProps) {
  return useAction<Draft>({
    run: ({ namespace, key, value, value_type, description }) => {
      const read = readValue(value, value_type);
      const body = { value: "value" in read ? read.value : value, value_type, description };
      if (metafield !== null) return owner.update(metafield.id, body);
      const name = { namespace: namespace.trim(), key: key.trim() };
      return owner.create({ ...name, ...body });
    },
    quiet: true,
    done: (_answer, draft) => texts.metafields.saved({ name: formatName(draft) }),
    onDone: () => {
      onDone();
      onClose();
    },
  });
}

function MetafieldForm(props: MetafieldDialogProps) {
  const { metafield, onClose } = props;
  const [draft, setDraft] = useState(() => createDraft(metafield));
  const [errors, setErrors] = useState(new Map<string, string>());
  const save = useSaveMetafield(props);
  const fieldErrors = save.error instanceof ApiError ? save.error.fields : [];
  const getError = (name: "namespace" | "key" | "description" | "value" | "value_type") => {
    const wrong = fieldErrors.find(({ path }) => path === name);
    return errors.get(name) ?? (wrong && describeFieldError(wrong, texts.metafields.fields[name].label));
  };
  const change = (some: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...some }));
    setErrors(new Map());
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findErrors(draft);
    setErrors(found);
    if (found.size === 0) save.start(draft);
  };
  const getInputProps = (name: "namespace" | "key" | "description") => ({
    label: texts.metafields.fields[name].label,
    maxLength: 255,
    value: draft[name],
    error: getError(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  const { value_type, value } = texts.metafields.fields;
  const isShown = fieldErrors.every(({ path }) => path in draft);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {metafield === null && (
          <>
            <TextInput
              {...getInputProps("namespace")}
              description={texts.metafields.fields.namespace.help}
              required
            />
            <TextInput {...getInputProps("key")} required data-autofocus />
          </>
        )}
        <NativeSelect
          label={value_type.label}
          data={valueTypes.map((type) => ({ value: type, label: texts.metafields.types[type] }))}
          value={draft.value_type}
          error={getError("value_type")}
          onChange={({ currentTarget }) =>
            change({ value_type: valueTypes.find((type) => type === currentTarget.value) ?? "String" })
          }
        />
        <Textarea
          label={value.label}
          required
          autosize
          minRows={draft.value_type === "Integer" ? 1 : 3}
          maxRows={14}
          spellCheck={draft.value_type === "String"}
          value={draft.value}
          error={getError("value")}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
        <TextInput {...getInputProps("description")} />
        {save.error !== null && (fieldErrors.length === 0 || !isShown) && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={save.isRunning}>
            {texts.metafields.cancel}
          </Button>
          <Button type="submit" loading={save.isRunning}>
            {texts.metafields.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
