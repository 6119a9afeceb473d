import { Button, Group, Text, TextInput } from "@mantine/core";
import { describeError, Section, useAction, useAdminConsole, usePanel } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { parseInstallInput } from "./install-input.ts";

/** Show the form that takes an app's install link, handle or client id and opens the app to start its installation (INS-1). */
export function InstallForm() {
  const admin = useAdminConsole();
  const { addresses } = usePanel();
  const [text, setText] = useState("");
  const [linkError, setLinkError] = useState<string>();
  const startInstall = useAction({
    run: (app: string) => admin.installs.start({ body: { app } }),
    onDone: ({ open }) => window.location.assign(open.url),
    quiet: true,
  });
  if (!usePermissions()("apps.manage"))
    return (
      <Section title={texts.apps.install.title}>
        <Text c="dimmed">{texts.apps.install.staff}</Text>
      </Section>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = parseInstallInput(text, addresses.admin);
    setLinkError(input.ok ? undefined : input.message);
    startInstall.reset();
    if (input.ok) startInstall.start(input.app);
  };
  const startError = startInstall.error === null ? undefined : describeError(startInstall.error).text;
  return (
    <Section title={texts.apps.install.title} lead={texts.apps.install.lead}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={texts.apps.install.label}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={linkError ?? startError}
            autoComplete="off"
            spellCheck={false}
            maxLength={2_048}
            flex="1 1 280px"
            maw={520}
          />
          <Button type="submit" loading={startInstall.isRunning} mt={{ base: 0, xs: 22 }}>
            {texts.apps.install.button}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
