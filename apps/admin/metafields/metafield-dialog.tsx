import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { ApiError } from "@souk/client";
import { Dialog, describeFieldError, ErrorNote, useAction } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../texts.ts";
import type { MetafieldOwner } from "./metafield-owner.ts";
import {
  formatMetafieldName,
  formatMetafieldValue,
  type Metafield,
  parseMetafieldValue,
  valueTypes,
} from "./metafield-value.ts";

interface MetafieldDialogProps {
  owner: MetafieldOwner;
  /** The metafield to edit; null to add one. */
  metafield: Metafield | null;
  onDone: () => unknown;
  onClose: () => void;
}

/** Show the dialog that adds or edits a metafield. */
export function MetafieldDialog(props: MetafieldDialogProps) {
  const { metafield, onClose } = props;
  const title =
    metafield === null
      ? texts.metafields.dialog.add
      : texts.metafields.dialog.edit({ name: formatMetafieldName(metafield) });
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
  return { namespace, key, value: formatMetafieldValue(value), value_type, description };
}

type Draft = ReturnType<typeof createDraft>;

function findErrors({ namespace, key, value, value_type }: Draft): Map<string, string> {
  const parsedValue = parseMetafieldValue(value, value_type);
  const errors = new Map<string, string>();
  if (namespace.trim() === "") errors.set("namespace", texts.metafields.valueErrors.required);
  if (key.trim() === "") errors.set("key", texts.metafields.valueErrors.required);
  if ("error" in parsedValue) errors.set("value", parsedValue.error);
  return errors;
}

function useSaveMetafield({ owner, metafield, onDone, onClose }: MetafieldDialogProps) {
  return useAction<Draft>({
    run: ({ namespace, key, value, value_type, description }) => {
      const parsedValue = parseMetafieldValue(value, value_type);
      const body = { value: "value" in parsedValue ? parsedValue.value : value, value_type, description };
      if (metafield !== null) return owner.update(metafield.id, body);
      const identity = { namespace: namespace.trim(), key: key.trim() };
      return owner.create({ ...identity, ...body });
    },
    quiet: true,
    done: (_response, draft) => texts.metafields.saved({ name: formatMetafieldName(draft) }),
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
  const apiFieldErrors = save.error instanceof ApiError ? save.error.fields : [];
  const getError = (name: "namespace" | "key" | "description" | "value" | "value_type") => {
    const fieldError = apiFieldErrors.find(({ path }) => path === name);
    return (
      errors.get(name) ?? (fieldError && describeFieldError(fieldError, texts.metafields.fields[name].label))
    );
  };
  const changeDraft = (changes: Partial<Draft>) => {
    setDraft((currentDraft) => ({ ...currentDraft, ...changes }));
    setErrors(new Map());
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const draftErrors = findErrors(draft);
    setErrors(draftErrors);
    if (draftErrors.size === 0) save.start(draft);
  };
  const getInputProps = (name: "namespace" | "key" | "description") => ({
    label: texts.metafields.fields[name].label,
    maxLength: 255,
    value: draft[name],
    error: getError(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      changeDraft({ [name]: currentTarget.value }),
  });
  const fieldWords = texts.metafields.fields;
  const isEveryErrorShownAtInput =
    apiFieldErrors.length > 0 && apiFieldErrors.every(({ path }) => path in draft);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {metafield === null && (
          <>
            <TextInput {...getInputProps("namespace")} description={fieldWords.namespace.help} required />
            <TextInput {...getInputProps("key")} required data-autofocus />
          </>
        )}
        <NativeSelect
          label={fieldWords.value_type.label}
          data={valueTypes.map((type) => ({ value: type, label: texts.metafields.types[type] }))}
          value={draft.value_type}
          error={getError("value_type")}
          onChange={({ currentTarget }) =>
            changeDraft({ value_type: valueTypes.find((type) => type === currentTarget.value) ?? "String" })
          }
        />
        <Textarea
          label={fieldWords.value.label}
          required
          autosize
          minRows={draft.value_type === "Integer" ? 1 : 3}
          maxRows={14}
          spellCheck={draft.value_type === "String"}
          value={draft.value}
          error={getError("value")}
          onChange={(event) => changeDraft({ value: event.currentTarget.value })}
        />
        <TextInput {...getInputProps("description")} />
        {save.error !== null && !isEveryErrorShownAtInput && <ErrorNote error={save.error} />}
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
