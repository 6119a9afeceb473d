import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { ApiError } from "@souk/client";
import { Dialog, ErrorNote, useAction } from "@souk/ui";
import { type FormEvent, useState } from "react";
import type { MetafieldOwner } from "./metafield-owner.ts";
import { type Metafield, nameOf, readValue, textOfValue, valueTypes } from "./metafield-value.ts";
import { strings } from "./strings.ts";

interface MetafieldDialogProps {
  owner: MetafieldOwner;
  /** Null: a new one. */
  metafield: Metafield | null;
  onDone: () => unknown;
  onClose: () => void;
}

/** Adds a metafield, or changes one. */
export function MetafieldDialog(props: MetafieldDialogProps) {
  const { metafield, onClose } = props;
  const title = metafield === null ? strings.dialog.add : strings.dialog.edit(nameOf(metafield));
  return (
    <Dialog opened onClose={onClose} title={title}>
      <MetafieldForm {...props} />
    </Dialog>
  );
}

function startOf(metafield: Metafield | null) {
  const {
    namespace = "custom",
    key = "",
    value = "",
    value_type = "String",
    description = "",
  } = metafield ?? {};
  return { namespace, key, value: textOfValue(value), value_type, description };
}

type Draft = ReturnType<typeof startOf>;

function faultsIn({ namespace, key, value, value_type }: Draft): Map<string, string> {
  const read = readValue(value, value_type);
  const faults = new Map<string, string>();
  if (namespace.trim() === "") faults.set("namespace", strings.wrong.needed);
  if (key.trim() === "") faults.set("key", strings.wrong.needed);
  if ("fault" in read) faults.set("value", read.fault);
  return faults;
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
    done: (_answer, draft) => strings.saved(nameOf(draft)),
    onDone: () => {
      onDone();
      onClose();
    },
  });
}

function MetafieldForm(props: MetafieldDialogProps) {
  const { metafield, onClose } = props;
  const [draft, setDraft] = useState(() => startOf(metafield));
  const [faults, setFaults] = useState(new Map<string, string>());
  const save = useSaveMetafield(props);
  const refused = save.error instanceof ApiError ? save.error.fields : [];
  const errorOf = (name: string) => faults.get(name) ?? refused.find(({ path }) => path === name)?.message;
  const change = (some: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...some }));
    setFaults(new Map());
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsIn(draft);
    setFaults(found);
    if (found.size === 0) save.start(draft);
  };
  const inputOf = (name: "namespace" | "key" | "description") => ({
    label: strings.fields[name].label,
    maxLength: 255,
    value: draft[name],
    error: errorOf(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  const { value_type, value } = strings.fields;
  const isShown = refused.every(({ path }) => path in draft);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {metafield === null && (
          <>
            <TextInput {...inputOf("namespace")} description={strings.fields.namespace.help} required />
            <TextInput {...inputOf("key")} required data-autofocus />
          </>
        )}
        <NativeSelect
          label={value_type.label}
          data={valueTypes.map((each) => ({ value: each, label: strings.types[each] }))}
          value={draft.value_type}
          error={errorOf("value_type")}
          onChange={({ currentTarget }) =>
            change({ value_type: valueTypes.find((each) => each === currentTarget.value) ?? "String" })
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
          error={errorOf("value")}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
        <TextInput {...inputOf("description")} />
        {save.error !== null && (refused.length === 0 || !isShown) && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={save.isRunning}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={save.isRunning}>
            {strings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
