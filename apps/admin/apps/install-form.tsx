import { Button, Group, Text, TextInput } from "@mantine/core";
import { describeError, Section, useAction, useAdminConsole, usePanel } from "@souk/ui";
import { type FormEvent, useState } from "react";
import { texts } from "../texts.ts";
import { useMayManage } from "../use-may.ts";
import { readInstallOrder } from "./install-order.ts";

/** Install an app by its install link, its handle or its client id, by way of the app itself (INS-1). */
export function InstallForm() {
  const admin = useAdminConsole();
  const { addresses } = usePanel();
  const [text, setText] = useState("");
  const [linkError, setLinkError] = useState<string>();
  const start = useAction({
    run: (app: string) => admin.installs.start({ body: { app } }),
    onDone: ({ open }) => window.location.assign(open.url),
    quiet: true,
  });
  if (!useMayManage())
    return (
      <Section title={texts.apps.install.title}>
        <Text c="dimmed">{texts.apps.install.staff}</Text>
      </Section>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const order = readInstallOrder(text, addresses.admin);
    setLinkError(order.ok ? undefined : order.message);
    start.reset();
    if (order.ok) start.start(order.app);
  };
  const startError = start.error === null ? undefined : describeError(start.error).text;
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
          <Button type="submit" loading={start.isRunning} mt={{ base: 0, xs: 22 }}>
            {texts.apps.install.button}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
