import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { Scope } from "@souk/contract";
import { ErrorNote, Section, useAction, useAdminConsole } from "@souk/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { installedKey } from "../apps/app-queries.ts";
import { texts } from "../texts.ts";
import type { Credentials } from "./credentials-card.tsx";
import { getFieldError } from "./field-error.ts";
import { ScopeChoice } from "./scope-choice.tsx";

interface CustomAppFormProps {
  onMade: (credentials: Credentials) => void;
  onCancel: () => void;
}

/** Show the form that creates a custom app with its name and scopes. */
export function CustomAppForm({ onMade, onCancel }: CustomAppFormProps) {
  const admin = useAdminConsole();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>([]);
  const { custom } = texts.settings;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const action = useAction({
    run: () => admin.custom_apps.create({ body: { name: name.trim(), scopes } }),
    done: custom.created({ name: name.trim() }),
    refresh: [installedKey, ["activity"]],
    quiet: true,
    onDone: (answer) => onMade({ ...answer.custom_app, name: name.trim() }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!action.isRunning) action.start();
  };
  const [nameError, scopesError] = [
    getFieldError(action.error, "name"),
    getFieldError(action.error, "scopes"),
  ];
  return (
    <Section title={custom.formTitle}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={custom.name}
            description={custom.nameHelp}
            maxLength={120}
            required
            ref={first}
            maw={576}
            value={name}
            error={nameError}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ScopeChoice words={custom} chosen={scopes} error={scopesError} onChange={setScopes} />
          {action.error !== null && nameError === null && scopesError === null && (
            <ErrorNote error={action.error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel} disabled={action.isRunning}>
              {custom.cancel}
            </Button>
            <Button type="submit" loading={action.isRunning}>
              {custom.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
