import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { Scope } from "@souk/contract";
import { ErrorNote, Section, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { installedAppsKey } from "../apps/app-queries.ts";
import { texts } from "../texts.ts";
import type { Credentials } from "./credentials-card.tsx";
import { getFieldError } from "./field-error.ts";
import { ScopeCheckboxes } from "./scope-checkboxes.tsx";

interface CustomAppFormProps {
  onCreated: (credentials: Credentials) => void;
  onCancel: () => void;
}

/** Show the form that creates a custom app with a name and permissions. */
export function CustomAppForm({ onCreated, onCancel }: CustomAppFormProps) {
  const admin = useAdminConsole();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const words = texts.settings.custom;
  const nameInput = useRef<HTMLInputElement>(null);
  useEffect(() => nameInput.current?.focus(), []);
  const action = useAction({
    run: () => admin.custom_apps.create({ body: { name: name.trim(), scopes } }),
    done: words.created({ name: name.trim() }),
    refresh: [installedAppsKey, ["activity"]],
    quiet: true,
    onDone: (response) => onCreated({ ...response.custom_app, name: name.trim() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!action.isRunning) action.start();
  };
  const nameError = getFieldError(action.error, "name");
  const scopesError = getFieldError(action.error, "scopes");
  return (
    <Section title={words.formTitle}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={words.name}
            description={words.nameHelp}
            maxLength={120}
            required
            ref={nameInput}
            maw={576}
            value={name}
            error={nameError}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ScopeCheckboxes words={words} selectedScopes={scopes} error={scopesError} onChange={setScopes} />
          {action.error !== null && nameError === null && scopesError === null && (
            <ErrorNote error={action.error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel} disabled={action.isRunning}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={action.isRunning}>
              {words.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
